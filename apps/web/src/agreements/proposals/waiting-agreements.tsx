import type { AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { agreementPath } from '../../platform/paths.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { useNameOrPlace } from '../use-name-or-place.ts';

/** Proposals that wait for the user's answer. Renders nothing if there are none. */
export function WaitingAgreements({ proposals: { agreements } }: { proposals: AgreementList }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const nameOrPlace = useNameOrPlace();
  if (agreements.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className={card.card} data-perfect>
      <h2 id="waiting">{t('agreements.waiting')}</h2>
      {agreements.map(({ _id, members, deadline, silenceAgrees }) => (
        <div className={page.row} key={_id}>
          <p>
            {t(silenceAgrees ? 'agreements.waitingSilent' : 'agreements.waitingText', {
              names: formats.list(members.slice(1).flatMap(({ user }) => (user ? nameOrPlace(user) : []))),
              place: names.place(members[0]?.movesTo.district ?? '', members[0]?.movesTo.block ?? ''),
              time: formats.dateTime(deadline),
            })}
          </p>
          <Link className={button.main} to={agreementPath(_id)}>
            {t('agreements.answerNow')}
          </Link>
        </div>
      ))}
    </section>
  );
}
