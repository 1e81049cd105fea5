import type { Agreement, AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { pageOf } from '../navigation/page-search.ts';
import { Pager } from '../navigation/pager.tsx';
import { hasFailed } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { agreementPath, paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Empty, ScreenOfSkeletons } from '../ui/states.tsx';

import { Tag } from '../ui/tag.tsx';
import {
  toneOfState,
  useEndText,
  useLatestEventText,
  useProposerText,
  useStateText,
  WindowNote,
} from './agreement-texts.tsx';
import { agreementsQuery, waitingAgreementsQuery } from './agreements.queries.ts';

/** The user's proposals and agreements. Those that await the user's answer come first, however old they are. */
export default function AgreementsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const userId = session?.user._id ?? '';
  const isSignedIn = session !== null;
  const [parameters] = useSearchParams();
  const number = pageOf(parameters);
  const waiting = useQuery({ ...waitingAgreementsQuery(userId), enabled: isSignedIn });
  const others = useQuery({ ...agreementsQuery(userId, number), enabled: isSignedIn });
  const failed = [waiting, others].find(hasFailed);
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageTitle text={t('navigation.agreements')} />
      <div>
        <h1>{t('navigation.agreements')}</h1>
        <p className={page.lead}>{t('agreements.lead')}</p>
      </div>
      <WindowNote />
      {failed ? (
        <CallFailure error={failed.error} onRetry={failed.refetch} text={t('common.failed')} />
      ) : (
        <Lists number={number} others={others.data} waiting={waiting.data} />
      )}
    </div>
  );
}

interface ListsProps {
  waiting: AgreementList | undefined;
  others: AgreementList | undefined;
  /** Current page of `others`. */
  number: number;
}

function Lists({ waiting, others, number }: ListsProps) {
  const { t } = useTranslation();
  if (waiting === undefined || others === undefined) return <ScreenOfSkeletons />;
  const first = number === 1 ? waiting.agreements : [];
  if (first.length + others.agreements.length === 0) return <NoAgreements />;
  return (
    <>
      {first.length > 0 && <Group agreements={first} id="waiting" title={t('agreements.waiting')} />}
      {others.agreements.length > 0 && (
        <Group
          agreements={others.agreements}
          id="others"
          title={t(first.length > 0 ? 'agreements.others' : 'agreements.all')}
        />
      )}
      <Pager page={number} pages={others.pagination.pages} />
    </>
  );
}

function NoAgreements() {
  const { t } = useTranslation();
  return (
    <Empty
      action={
        <Link className={button.main} to={paths.dashboard}>
          {t('agreements.toMatches')}
        </Link>
      }
      text={t('agreements.noneText')}
      title={t('agreements.none')}
    />
  );
}

function Group({ id, title, agreements }: { id: string; title: string; agreements: readonly Agreement[] }) {
  return (
    <section aria-labelledby={id} className={page.section}>
      <h2 id={id}>{title}</h2>
      {agreements.map((agreement) => (
        <AgreementCard agreement={agreement} key={agreement._id} />
      ))}
    </section>
  );
}

/** Card of a proposal or agreement: the new place, the proposer and the deadline. */
export function AgreementCard({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const proposerText = useProposerText();
  const latestEventText = useLatestEventText();
  const stateText = useStateText();
  const endText = useEndText()(agreement);
  const { state, members, deadline } = agreement;
  const movesTo = members[0]?.movesTo;
  const place = names.place(movesTo?.district ?? '', movesTo?.block ?? '');
  const isWaiting = agreement.can.answer.includes('yes') && agreement.members[0]?.answer === 'open';
  return (
    <article className={card.card} data-perfect={isWaiting || undefined}>
      <div className={card.heading}>
        <h3>
          <Link to={agreementPath(agreement._id)}>{place}</Link>
        </h3>
        <Tag tone={isWaiting ? 'fair' : toneOfState[state]}>
          {isWaiting ? t('agreements.waitsForYou') : stateText(agreement)}
        </Tag>
      </div>
      {state === 'proposed' && <p>{proposerText(agreement)}</p>}
      <p className={page.soft}>
        {t('agreements.groupOf', { number: formats.number(members.length) })} ·{' '}
        {state === 'proposed'
          ? t('agreements.until', { time: formats.dateTime(deadline) })
          : latestEventText(agreement)}
      </p>
      {endText !== null && <p className={page.soft}>{endText}</p>}
      {isWaiting && (
        <Link className={`${button.main} ${page.start}`} to={agreementPath(agreement._id)}>
          {t('alerts.answer')}
        </Link>
      )}
    </article>
  );
}
