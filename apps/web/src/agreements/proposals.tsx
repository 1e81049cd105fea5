import type { AcceptedProposal, AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { agreementPath, paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { useNameOrPlace } from './agreement-texts.tsx';

const SHOWN_FIRST = 3;

/** Open proposals that the user sent or accepted, with the number of answers. Renders nothing if there are none. */
export function AcceptedProposals({ proposals: { accepted = [] } }: { proposals: AgreementList }) {
  const { t } = useTranslation();
  if (accepted.length === 0) return null;
  return (
    <section aria-label={t('agreements.accepted')} className={`${page.note} ${page.near}`}>
      {accepted.slice(0, SHOWN_FIRST).map((proposal) => (
        <Accepted key={proposal._id} proposal={proposal} />
      ))}
      {accepted.length > SHOWN_FIRST && <Link to={paths.agreements}>{t('dashboard.toAgreements')}</Link>}
    </section>
  );
}

function Accepted({ proposal }: { proposal: AcceptedProposal }) {
  const { t } = useTranslation();
  const names = useNames();
  const answersText = useAnswersText();
  const { _id, movesTo } = proposal;
  return (
    <p>
      {answersText(proposal)}{' '}
      <Link
        aria-label={`${t('agreements.see')}: ${names.place(movesTo.district, movesTo.block)}`}
        to={agreementPath(_id)}
      >
        {t('agreements.see')}
      </Link>
    </p>
  );
}

function useAnswersText(): (proposal: AcceptedProposal) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ isProposer, yes, requests, deadline, waitsUntil }) => {
    if (waitsUntil !== null) return t('agreements.waits', { time: formats.dateTime(waitsUntil) });
    return t(isProposer ? 'agreements.out' : 'agreements.joined', {
      number: formats.number(yes),
      all: formats.number(requests.length),
      date: formats.date(deadline),
    });
  };
}

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
            {t('alerts.answer')}
          </Link>
        </div>
      ))}
    </section>
  );
}
