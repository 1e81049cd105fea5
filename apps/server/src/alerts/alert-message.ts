import type { AlertKind } from '@mutual-transfer/domain/alert';
import type { Language } from '@mutual-transfer/domain/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/languages/language-packs';
import type { MessageKey } from '@mutual-transfer/domain/messages/messages';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';

interface AlertRow {
  readonly kind: AlertKind;
  readonly message: string | null;
  readonly aboutBlock: string | null;
  readonly ring_length: number | null;
}

/** What the product says of its own accord. */
const sentences: Readonly<Record<Exclude<AlertKind, 'message'>, MessageKey>> = {
  perfect_match: 'alert.perfectMatch',
  ring: 'alert.ring',
};

/** What an alert says: a teacher's own words, or what the product tells, in the reader's language. */
export function alertMessage(
  { kind, message, aboutBlock, ring_length }: AlertRow,
  language: Language,
): string {
  if (kind === 'message' || aboutBlock === null) return message ?? '';
  const block = blockByCode(aboutBlock);
  const district = districtByCode(block.districtCode).name;
  const names = namesIn(language);
  return messagesIn(language)(sentences[kind], {
    block: names.block(district, block.name),
    district: names.district(district),
    length: ring_length ?? 0,
  });
}
