import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AccessFailure } from '../payments/access-failure.tsx';
import { hasFailed } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import { useAccess } from '../platform/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { NewRequestLink } from '../requests/new-request-link.tsx';
import { NotSearched, useWhyNotSearched } from '../requests/not-searched.tsx';
import { OwnRequestList } from '../requests/own-request.tsx';
import { RequestResults } from '../requests/request-results.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import page from '../ui/page.module.css';
import { Empty, ScreenOfSkeletons } from '../ui/states.tsx';

import { ListFailure } from './list-failure.tsx';

export default function MyRequests() {
  const { t } = useTranslation();
  const session = useSession();
  const access = useAccess();
  const isHydrated = useIsHydrated();
  // The server has no session: without this check its HTML would ask a signed-in teacher to log in.
  if (!isHydrated || access === 'checking') return <ScreenOfSkeletons />;
  if (access === 'open' && session) return <Mine session={session} />;
  if (access === 'unverified') return <AccessFailure />;
  return (
    <Empty action={<Link to={paths.login}>{t('errors.goToLogin')}</Link>} title={t('browse.loginForMine')} />
  );
}

function Mine({ session }: { session: Session }) {
  const { t } = useTranslation();
  const query = useQuery(myRequestsQuery(session.user._id));
  if (query.isPending) return <ScreenOfSkeletons />;
  if (query.data === undefined || hasFailed(query)) {
    const retry = () => void query.refetch();
    return <ListFailure error={query.error} fallback={t('browse.failedMine')} onRetry={retry} />;
  }
  return <Results requests={query.data} userId={session.user._id} />;
}

function Results({ userId, requests }: { userId: string; requests: readonly TransferRequest[] }) {
  const { t } = useTranslation();
  const whyNot = useWhyNotSearched(userId, requests);
  return (
    <RequestResults
      empty={whyNot ? <NotSearched isAtRequests why={whyNot} /> : <Empty title={t('match.none')} />}
      requests={requests}
      userId={userId}
    >
      <section className={page.stack}>
        <h2 className="visually-hidden">{t('browse.myRequests')}</h2>
        {requests.length === 0 && (
          <Empty
            action={<NewRequestLink />}
            text={t('browse.noneMineHint')}
            title={t('request.nonePosted')}
          />
        )}
        <OwnRequestList hasReadiness={false} requests={requests} />
      </section>
    </RequestResults>
  );
}
