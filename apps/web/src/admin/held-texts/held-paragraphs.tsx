import type { HeldText } from '@mutual-transfer/domain/administration/held-text';
import card from '../../ui/card.module.css';

export function HeldParagraphs({ texts }: Pick<HeldText, 'texts'>) {
  return texts.map((paragraph, index) => (
    // The texts of one request never change their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <p className={card.text} key={index}>
      {paragraph}
    </p>
  ));
}
