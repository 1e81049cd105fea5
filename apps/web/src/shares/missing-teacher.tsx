import type { MissingPerson } from '@mutual-transfer/domain/matching/ring';
import { useReading } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { ShareButtons, shareAddress } from './share-buttons.tsx';

/** The teacher who would close a ring or a direct swap, as a text to share. */
export function MissingTeacher({ person }: { person: MissingPerson }) {
  const { t, language } = useReading();
  const names = useNames();
  const formats = useFormats();
  const from = names.place(person.from.district, person.from.block);
  const to = names.place(person.to.district, person.to.block);
  const length = formats.number(person.length);
  const isPair = person.length === 2;
  const address = shareAddress(language, person.share);
  return (
    <div>
      <p>{isPair ? t('advice.missingPair', { from, to }) : t('advice.missingOne', { from, to, length })}</p>
      <ShareButtons
        copied={t('advice.copied')}
        label={t('advice.share')}
        text={
          isPair
            ? t('advice.sharePair', { from, to, address })
            : t('advice.shareText', { from, to, length, address })
        }
      />
    </div>
  );
}
