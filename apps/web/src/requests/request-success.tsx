import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MatchList } from '../matches/match-list.tsx';
import { MoreMatches, useMatchesInPart } from '../matches/matches-page-by-page.tsx';
import { OwnAdvice } from '../matches/own-advice.tsx';
import { OwnNews } from '../matches/own-news.tsx';
import { OwnRings } from '../matches/own-rings.tsx';
import type { OwnMatches } from '../matches/use-own-matches.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import { Empty } from '../ui/empty.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons } from '../ui/skeletons.tsx';
import { Readiness } from './readiness.tsx';
import { myRequestsQuery } from './requests.queries.ts';

const RINGS_SHOWN_FIRST = 2;

interface RequestSuccessProps {
  /** Requests posted together, or the edited one. */
  readonly requests: readonly TransferRequest[];
  readonly title: string;
  readonly userId: string;
  /** Further actions beside the link to the dashboard. */
  readonly children?: ReactNode;
}

/**
 * Result of posting or editing requests: the best news, readiness, direct swaps, rings, one-way matches, and advice for more. The
 * heading takes the focus.
 */
export default function RequestSuccess({ requests, title, userId, children }: RequestSuccessProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const part = useMatchesInPart(userId, requests);
  const { shown, total, perfect: direct } = part;
  const isPending = part.isPending && shown.length === 0;
  const isHeld = requests.some(({ status }) => status === 'held');
  const heading = isHeld ? t('request.held') : title;
  return (
    <div className={page.page}>
      <PageTitle text={heading} />
      <div className={`${page.panel} ${page.centred}`}>
        <IconCircleCheck aria-hidden="true" className={page.done} size={40} stroke={1.8} />
        <h1 ref={showNews} tabIndex={-1}>
          {heading}
        </h1>
        {total > 0 && <p>{t('request.found', { count: total, formatted: formats.number(total) })}</p>}
        <div className={page.row}>
          <Link className={button.main} to={paths.dashboard}>
            {t('request.toDashboard')}
          </Link>
          {children}
        </div>
      </div>
      {!isPending && <OwnNews perfect={direct} requests={requests} userId={userId} />}
      {isHeld && <p className={page.soft}>{t('request.heldHint')}</p>}
      {isPending && <CardSkeletons label={t('common.loading')} />}
      {total === 0 && !isHeld && !isPending && (
        <Empty text={t('request.noneHint')} title={t('request.none')} />
      )}
      <ReadinessOf requests={requests} userId={userId} />
      <FoundMatches part={part} requests={requests} userId={userId} />
      {!isPending && (
        <OwnAdvice isOpen={direct === 0 && requests.length === 1} requests={requests} userId={userId} />
      )}
    </div>
  );
}

interface FoundMatchesProps extends Pick<RequestSuccessProps, 'requests' | 'userId'> {
  readonly part: ReturnType<typeof useMatchesInPart>;
}

/** Direct swaps, rings, and matches of which only one side fits. */
function FoundMatches({ part, requests, userId }: FoundMatchesProps) {
  const { t } = useTranslation();
  const { shown, total, perfect: direct, contactLimit } = part;
  const isAllDirect = shown.every(isDirect);
  return (
    <>
      <Found
        contactLimit={contactLimit}
        count={direct}
        matches={shown.filter(isDirect)}
        title={t('advice.directSwaps')}
      />
      {isAllDirect && <MoreMatches {...part} />}
      <OwnRings first={RINGS_SHOWN_FIRST} requests={requests} userId={userId} />
      <Found
        contactLimit={contactLimit}
        count={total - direct}
        matches={shown.filter((match) => !isDirect(match))}
        title={t('request.oneWay')}
      />
      {!isAllDirect && <MoreMatches {...part} />}
    </>
  );
}

function isDirect({ isPerfectMatch }: OwnMatches['matches'][number]): boolean {
  return isPerfectMatch;
}

interface FoundProps extends Pick<OwnMatches, 'matches' | 'contactLimit'> {
  readonly title: string;
  /** Number of matches. Only the best are shown. */
  readonly count: number;
}

/** Matches of one kind. Renders nothing without any. */
function Found({ title, matches, contactLimit, count }: FoundProps) {
  const formats = useFormats();
  if (matches.length === 0) return null;
  return (
    <section className={page.section}>
      <h2>{`${title} (${formats.number(count)})`}</h2>
      <MatchList contactLimit={contactLimit} matches={matches} />
    </section>
  );
}

/** Readiness switch for each of these places, labelled with the place if there are several. */
function ReadinessOf({ requests, userId }: Pick<RequestSuccessProps, 'requests' | 'userId'>) {
  const { t } = useTranslation();
  const names = useNames();
  const { data: own } = useQuery(myRequestsQuery(userId));
  return (
    <section aria-label={t('agreements.ready')} className={card.card}>
      {requests.map((posted) => (
        <div key={posted._id}>
          {requests.length > 1 && <strong>{names.place(posted.desiredDistrict, posted.desiredBlock)}</strong>}
          <Readiness request={own?.find(({ _id }) => _id === posted._id) ?? posted} />
        </div>
      ))}
    </section>
  );
}

/** Focuses and scrolls to the heading, which replaces a form that was scrolled to its end. */
function showNews(heading: HTMLHeadingElement | null): void {
  if (heading === null) return;
  window.scrollTo({ top: 0 });
  heading.focus({ preventScroll: true });
}
