import type { Dashboard } from '@mutual-transfer/domain/dashboard';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { AcceptedProposals, WaitingAgreements } from '../agreements/proposals.tsx';
import { CallFailure } from '../form/call-failure.tsx';
import { OwnAdvice } from '../matches/advice.tsx';
import { OwnNews } from '../matches/own-news.tsx';
import { Redirect } from '../navigation/redirect.tsx';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { changeMe, unreadAlertsQuery } from '../platform/me.ts';
import { paths } from '../platform/paths.ts';
import { callQuery, refetchEvery } from '../platform/queries.ts';
import type { ScreenQueries } from '../platform/screen-queries.ts';
import { type StoredSession, useSession } from '../platform/session.ts';
import { whyNotSearched } from '../requests/not-searched.tsx';
import { SeasonCard } from '../seasons/season-card.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { ScreenOfSkeletons } from '../ui/states.tsx';
import { AgreementUnderWay, MovedNews, movedRecord } from './agreement-news.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { BestRing, InviteBox, OwnRequests, Stats, TopMatches } from './dashboard-parts.tsx';
import { ProfileCard } from './profile-card.tsx';
import { WishPanel } from './wish-panel.tsx';

/**
 * Query of the dashboard, refetched while it is visible. Its answer also updates the open proposals, which the cards of matches read, and
 * what waits, which the header shows.
 */
function dashboardQuery(userId: string, language: string) {
  return queryOptions({
    ...callQuery(['dashboard', userId, language], '/dashboard', (dashboard: Dashboard, client) => {
      const { proposals, unread } = dashboard;
      client.setQueryData(waitingAgreementsQuery(userId).queryKey, proposals);
      client.setQueryData(unreadAlertsQuery(userId).queryKey, unread);
      const waiting = { alerts: unread, proposals: proposals.pagination.total };
      changeMe(client, userId, (me) => ({ ...me, waiting }));
      return dashboard;
    }),
    refetchInterval: refetchEvery.dashboard,
  });
}

export const handle: ScreenQueries = {
  queries: (userId, language) => [dashboardQuery(userId, language)],
};

/** Dashboard of a teacher. Administrators are led to the Admin Panel. */
export default function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  if (session.user.role === 'admin') return <Redirect to={paths.admin} />;
  return (
    <div className={page.section}>
      <PageTitle text={t('navigation.dashboard')} />
      <h1>{t('dashboard.welcome', { name: session.user.name })}</h1>
      <TeacherDashboard session={session} />
    </div>
  );
}

function TeacherDashboard({ session }: { session: StoredSession }) {
  const { t, language } = useReading();
  const { data, error, refetch } = useQuery(dashboardQuery(session.user._id, language));
  // Renders the first answer concurrently, so that the page stays responsive.
  const shown = useDeferredValue(data);
  if (shown !== undefined) return <Screen dashboard={shown} session={session} />;
  if (error !== null) return <CallFailure error={error} onRetry={refetch} text={t('dashboard.failed')} />;
  return <ScreenOfSkeletons />;
}

/** Requests, matches, notices and figures of the teacher. */
function Screen({ dashboard, session }: { dashboard: Dashboard; session: StoredSession }) {
  const { proposals, matches, total, perfect, registered, ring, season, asksForConsent } = dashboard;
  const requests = dashboard.requests.filter(({ isHidden }) => !isHidden);
  return (
    <>
      <WaitingAgreements proposals={proposals} />
      <AcceptedProposals proposals={proposals} />
      {asksForConsent && <SeasonCard isAsked season={season} />}
      {requests.length === 0 ? (
        <WishPanel matches={matches} perfect={perfect} total={total} />
      ) : (
        <OwnNews
          isLinked
          matches={matches}
          perfect={perfect}
          registered={registered.perfect}
          rings={ring === null ? [] : [ring]}
        />
      )}
      <AgreementUnderWay requests={requests} />
      <MovedNews requests={requests} />
      <div className={`${page.section} ${page.beside}`}>
        <div className={page.section}>
          <Own dashboard={dashboard} requests={requests} userId={session.user._id} />
        </div>
        <div className={page.section}>
          <AlertsPanel alerts={dashboard.alerts} contactLimit={dashboard} userId={session.user._id} />
          {!asksForConsent && <SeasonCard isAsked={false} season={season} />}
          <Stats perfect={perfect} requests={requests} />
          <ProfileCard requests={requests} session={session} />
          <InviteBox />
        </div>
      </div>
    </>
  );
}

interface OwnProps {
  dashboard: Dashboard;
  /** The user's requests without hidden ones. */
  requests: Dashboard['requests'];
  userId: string;
}

function Own({ dashboard, requests, userId }: OwnProps) {
  const { matches, perfect, ring, proposals } = dashboard;
  // Without visible requests the user may have moved, and hidden the record.
  const whyNot = whyNotSearched(requests.length === 0 ? dashboard.requests : requests);
  // The notices above explain to a teacher with an agreement or a new posting why there are no matches.
  const isExplained = whyNot === 'agreed' || movedRecord(requests) !== undefined;
  // If proposals above wait for an answer, the news names the ring, whose card would be a fourth screen.
  const hasToAnswer = proposals.agreements.length > 0;
  return (
    <>
      {ring !== null && !hasToAnswer && (
        <BestRing
          contactLimit={dashboard}
          requests={requests}
          ring={ring}
          total={dashboard.rings}
          userId={userId}
        />
      )}
      {!isExplained && (
        <TopMatches contactLimit={dashboard} isFolded={hasToAnswer} matches={matches} whyNot={whyNot} />
      )}
      <OwnRequests requests={requests} />
      {perfect === 0 && <OwnAdvice requests={requests} userId={userId} />}
    </>
  );
}
