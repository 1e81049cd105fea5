import type { MissingPerson } from '@mutual-transfer/domain/matching/ring';
import { useReading, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { shareAddress } from '../../shares/share-address.ts';
import { ShareButtons } from '../../shares/share-buttons.tsx';
import page from '../../ui/page.module.css';

/** Rings that one more teacher would close. Each can be shared, and names no teacher. */
export function MissingPeople({ people }: { people: readonly MissingPerson[] }) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  return (
    <section>
      <h3>{t('advice.missing')}</h3>
      <p className={page.soft}>{t('advice.missingHint')}</p>
      <ul className={page.near}>
        {people.map((person) => (
          <li className={page.ruled} key={JSON.stringify([person.from, person.to])}>
            <Missing person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Missing({ person }: { person: MissingPerson }) {
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
      {person.leavingFrom + person.wantingTo > 0 && (
        <p className={page.soft}>
          {t('advice.missingNumbers', {
            from,
            to,
            leaving: formats.number(person.leavingFrom),
            wanting: formats.number(person.wantingTo),
          })}
        </p>
      )}
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
