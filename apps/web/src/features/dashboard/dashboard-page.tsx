import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useErrorText } from '../../api/error-text.ts';
import { myRequestsQuery } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { live } from '../../people/live.ts';
import { useOwnMatches } from '../../people/use-own-matches.ts';
import { OwnAdvice } from '../../rings/own-advice.tsx';
import { OwnRings } from '../../rings/own-rings.tsx';
import { useSession } from '../../session/session.ts';
import button from '../../ui/button.module.css';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import classes from './dashboard.module.css';
import { InviteBox } from './invite-box.tsx';
import { OwnRequests } from './own-requests.tsx';
import { PerfectPanel } from './perfect-panel.tsx';
import { ProfileCard } from './profile-card.tsx';
import { Stats } from './stats.tsx';
import { TopMatches } from './top-matches.tsx';

const DASHBOARD_RINGS_SHOWN = 1;

/** What a teacher comes back for: their requests, who writes to them, and who they can swap with. */
export default function DashboardPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const session = useSession();
  const token = session?.token ?? '';
  const query = useQuery({ ...myRequestsQuery(token), ...live, enabled: session !== null });
  const { matches, isPending, error } = useOwnMatches(token, query.data ?? []);
  if (session === null) return null;
  const perfect = matches.filter((match) => match.isPerfectMatch).length;
  const isKnown = query.data !== undefined && !isPending;
  return (
    <div className={page.page}>
      <PageTitle text={t('dashboard.title')} />
      <div className={page.row}>
        <h1>{t('dashboard.welcome', { name: session.user.name })}</h1>
        <Link className={button.main} to={paths.newRequest}>
          {t('dashboard.create')}
        </Link>
      </div>
      <Stats perfect={isKnown ? perfect : undefined} requests={query.data} />
      <PerfectPanel count={perfect} />
      <div className={classes.columns}>
        <div className={classes.column}>
          {query.isPending && <CardSkeletons label={t('common.loading')} />}
          {query.isError && query.data === undefined && (
            <Failure
              onRetry={() => void query.refetch()}
              text={errorText(query.error, t('browse.failedMine'))}
            />
          )}
          {query.data && (
            <>
              <TopMatches error={error} isPending={isPending} matches={matches} />
              <OwnRings first={DASHBOARD_RINGS_SHOWN} requests={query.data} token={token} />
              <OwnAdvice requests={query.data} token={token} />
              <OwnRequests requests={query.data} />
            </>
          )}
        </div>
        <div className={classes.column}>
          <AlertsPanel token={token} />
          <ProfileCard session={session} />
          <InviteBox />
        </div>
      </div>
    </div>
  );
}
