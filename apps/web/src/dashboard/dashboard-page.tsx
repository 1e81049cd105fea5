import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type QueryKey, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { AcceptedProposals } from '../agreements/proposals/accepted-proposals.tsx';
import { WaitingAgreements } from '../agreements/proposals/waiting-agreements.tsx';
import { CallFailure } from '../form/call-failure.tsx';
import { OwnAdvice } from '../matches/advice/own-advice.tsx';
import { isBestKnown } from '../matches/is-best-known.ts';
import { matchesQuery, ringsQuery, wishMatchesQuery } from '../matches/matches.queries.ts';
import { OwnNews } from '../matches/own-news.tsx';
import { OwnRings } from '../matches/rings/own-rings.tsx';
import { useOwnRings } from '../matches/rings/use-own-rings.ts';
import { searchedRequests } from '../matches/searched-requests.ts';
import { type OwnMatches, useOwnMatches } from '../matches/use-own-matches.ts';
import { alertsQuery } from '../notices/notices.queries.ts';
import { refetchEvery } from '../platform/api/queries.ts';
import type { ScreenQueries } from '../platform/api/screen-queries.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { profileQuery } from '../platform/session/profile.ts';
import { type StoredSession, useSession } from '../platform/session/session.ts';
import { useLatch } from '../platform/use-latch.ts';
import { useWhyNotSearched } from '../requests/not-searched.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import { SeasonCard } from '../seasons/season-card.tsx';
import { currentSeasonQuery } from '../seasons/seasons.queries.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons, ScreenOfSkeletons } from '../ui/states/skeletons.tsx';
import { AgreementUnderWay } from './agreement-under-way.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { InviteBox } from './invite-box.tsx';
import { MovedNews, movedRecord } from './moved-news.tsx';
import { OwnRequests } from './own-requests.tsx';
import { ProfileCard } from './profile-card.tsx';
import { Stats } from './stats.tsx';
import { TopMatches } from './top-matches.tsx';
import { WishPanel } from './wish-panel.tsx';

const DASHBOARD_RINGS_SHOWN = 1;

export const handle: ScreenQueries = {
  queries: (userId, language) => [
    waitingAgreementsQuery(userId),
    myRequestsQuery(userId),
    alertsQuery(userId, language),
    profileQuery(userId),
    currentSeasonQuery(language),
  ],
};

/** Dashboard of a teacher. Administrators see a link to the Admin Panel instead. */
export default function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <div className={page.section}>
      <PageTitle text={t('dashboard.title')} />
      <h1>{t('dashboard.welcome', { name: session.user.name })}</h1>
      {session.user.role === 'admin' ? (
        <Link className={`${button.main} ${page.start}`} to={paths.admin}>
          {t('navigation.adminPanel')}
        </Link>
      ) : (
        <TeacherDashboard session={session} />
      )}
    </div>
  );
}

/** Requests, alerts and matches of the teacher. */
function TeacherDashboard({ session }: { readonly session: StoredSession }) {
  const { t } = useTranslation();
  const userId = session.user._id;
  const query = useQuery(myRequestsQuery(userId));
  const requests = query.data ?? [];
  const own = useOwnMatches(userId, query.data);
  useDashboardInterval(userId, query.data);
  const { isTopShown, hasProposals, hasToAnswer, isShown, isKnown } = useShownParts(userId, own, query);
  const { perfect } = own;
  const parts = { own, hasToAnswer, query, session };
  return (
    <>
      {isTopShown && (
        <>
          <WaitingAgreements userId={userId} />
          <AcceptedProposals userId={userId} />
        </>
      )}
      {isShown ? (
        <>
          <SeasonCard isAsking userId={userId} />
          <OwnNews isLinked matches={own.matches} perfect={perfect} requests={requests} userId={userId} />
          <AgreementUnderWay requests={query.data} />
          <MovedNews requests={requests} />
          <Columns {...parts} perfect={isKnown ? perfect : undefined} />
        </>
      ) : (
        // The key mounts a new placeholder below the proposals, because moving the old one would be a layout shift.
        <ScreenOfSkeletons key={String(hasProposals)} label={t('common.loading')} />
      )}
    </>
  );
}

/** Refetches what the dashboard shows more often than other pages refetch it. */
function useDashboardInterval(userId: string, requests: readonly TransferRequest[] | undefined): void {
  const { language } = useReading();
  const reader = { userId, language };
  const shown: readonly { readonly queryKey: QueryKey }[] = [
    myRequestsQuery(userId),
    waitingAgreementsQuery(userId),
    alertsQuery(userId, language),
    ...(requests?.length === 0 ? [wishMatchesQuery(reader)] : []),
    ...searchedRequests(requests ?? []).flatMap(({ _id }) => [
      matchesQuery(reader, _id),
      ringsQuery(userId, _id),
    ]),
  ];
  useQueries({
    queries: shown.map((query) => ({
      ...query,
      refetchInterval: refetchEvery.dashboard,
      notifyOnChangeProps: [],
    })),
  });
}

/** Returns flags of the parts to show. A part is shown once everything above it is loaded, because later content would push it down. */
function useShownParts(
  userId: string,
  own: OwnMatches,
  { data, isError }: UseQueryResult<TransferRequest[]>,
) {
  const rings = useOwnRings(userId, data ?? []);
  const waiting = useQuery(waitingAgreementsQuery(userId));
  const isKnown = data !== undefined && isBestKnown(own, rings);
  // A restored last state is shown before the query of waiting proposals has an answer.
  const isTopShown = useLatch(!waiting.isPending || own.restoredAt !== undefined || isError);
  // Renders the large part concurrently, so that the page stays responsive.
  const isShown = useDeferredValue(useLatch(isTopShown && (isKnown || isError)));
  const { agreements = [], accepted = [] } = waiting.data ?? {};
  const hasProposals = isTopShown && agreements.length + accepted.length > 0;
  const hasToAnswer = isTopShown && agreements.length > 0;
  return { isTopShown, hasProposals, hasToAnswer, isShown, isKnown };
}

interface ColumnsProps extends Pick<OwnProps, 'own' | 'hasToAnswer'> {
  readonly query: UseQueryResult<TransferRequest[]>;
  /** Number of perfect matches, once loaded. */
  readonly perfect: number | undefined;
  readonly session: StoredSession;
}

function Columns({ query, own, hasToAnswer, perfect, session }: ColumnsProps) {
  const userId = session.user._id;
  return (
    <div className={`${page.section} ${page.beside}`}>
      <div className={page.section}>
        {query.data ? (
          <Own hasToAnswer={hasToAnswer} own={own} requests={query.data} userId={userId} />
        ) : (
          <RequestsState query={query} />
        )}
      </div>
      <div className={page.section}>
        <AlertsPanel userId={userId} />
        <SeasonCard isAsking={false} userId={userId} />
        <Stats perfect={perfect} requests={query.data} />
        <ProfileCard requests={query.data ?? []} session={session} />
        <InviteBox />
      </div>
    </div>
  );
}

interface OwnProps {
  readonly own: OwnMatches;
  /** True if proposals above wait for an answer. The news then names the ring, whose card would be a fourth screen. */
  readonly hasToAnswer: boolean;
  readonly requests: readonly TransferRequest[];
  readonly userId: string;
}

/** Matches and requests of the user. */
function Own({ own, hasToAnswer, requests, userId }: OwnProps) {
  const { matches, total, perfect, contactLimit, restoredAt, isPending, error } = own;
  const whyNot = useWhyNotSearched(userId, requests);
  const { rings, error: ringsError } = useOwnRings(userId, requests);
  const hasRings = !hasToAnswer && (rings.length > 0 || Boolean(ringsError));
  // The notices above explain to a teacher with an agreement or a new posting why there are no matches.
  const isExplained = whyNot === 'agreed' || movedRecord(requests) !== undefined;
  return (
    <>
      {requests.length === 0 && !isPending && <WishPanel perfect={perfect} total={total} />}
      {perfect === 0 && hasRings && (
        <OwnRings first={DASHBOARD_RINGS_SHOWN} requests={requests} userId={userId} />
      )}
      {!isExplained && (
        <TopMatches
          contactLimit={contactLimit}
          restoredAt={restoredAt}
          error={error}
          isPending={isPending}
          matches={matches}
          whyNot={whyNot}
        />
      )}
      <OwnRequests requests={requests} />
      {perfect === 0 && <OwnAdvice requests={requests} userId={userId} />}
    </>
  );
}

/** Loading state or error of the user's requests. */
function RequestsState({ query: { isPending, error, refetch } }: { query: UseQueryResult }) {
  const { t } = useTranslation();
  if (isPending) return <CardSkeletons label={t('common.loading')} />;
  return <CallFailure error={error} onRetry={refetch} text={t('browse.failedMine')} />;
}
