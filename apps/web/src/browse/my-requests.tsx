import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FoundMatches } from '../matches/found-matches.tsx';
import { isBestKnown } from '../matches/is-best-known.ts';
import { useMatchesInPart } from '../matches/matches-page-by-page.tsx';
import { OwnAdvice } from '../matches/own-advice.tsx';
import { OwnNews } from '../matches/own-news.tsx';
import { useOwnRings } from '../matches/use-own-rings.ts';
import { PaymentLink } from '../payments/payment-link.tsx';
import { hasFailed } from '../platform/api/stored-fallback.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session/session.ts';
import { useAccess } from '../platform/session/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { useLatch } from '../platform/use-latch.ts';
import { NewRequestLink } from '../requests/new-request-link.tsx';
import { NotSearched, useWhyNotSearched } from '../requests/not-searched.tsx';
import { OwnRequestList } from '../requests/own-request-list.tsx';
import { ReadinessOfEach } from '../requests/readiness-of-each.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import button from '../ui/button.module.css';
import { Empty } from '../ui/empty.tsx';
import page from '../ui/page.module.css';
import { ScreenOfSkeletons } from '../ui/skeletons.tsx';
import { ListFailure } from './list-failure.tsx';

/** Shows the user's requests and the matches of the active ones. */
export default function MyRequests() {
  const { t } = useTranslation();
  const session = useSession();
  const access = useAccess();
  const isHydrated = useIsHydrated();
  // The server does not know the session, and would ask a teacher who is signed in to log in.
  if (!isHydrated || access === 'checking') return <ScreenOfSkeletons label={t('common.loading')} />;
  if (access === 'open' && session) return <Mine session={session} />;
  if (access === 'unverified') {
    const action = <PaymentLink className={button.main} text={t('browse.goToPayment')} />;
    return <Empty action={action} title={t('browse.payForMine')} />;
  }
  return (
    <Empty action={<Link to={paths.login}>{t('errors.goToLogin')}</Link>} title={t('browse.loginForMine')} />
  );
}

function Mine({ session }: { session: Session }) {
  const { t } = useTranslation();
  const query = useQuery(myRequestsQuery(session.user._id));
  if (query.isPending) return <ScreenOfSkeletons label={t('common.loading')} />;
  if (query.data === undefined || hasFailed(query)) {
    const retry = () => void query.refetch();
    return <ListFailure error={query.error} fallback={t('browse.failedMine')} onRetry={retry} />;
  }
  return (
    <Found requests={query.data} userId={session.user._id}>
      <section className={page.stack}>
        <h2 className="visually-hidden">{t('browse.myRequests')}</h2>
        <ReadinessOfEach requests={query.data} userId={session.user._id} />
        {query.data.length === 0 && (
          <Empty action={<NewRequestLink />} text={t('browse.noneMineHint')} title={t('browse.noneMine')} />
        )}
        <OwnRequestList hasReadiness={false} requests={query.data} />
        <OwnAdvice requests={query.data} userId={session.user._id} />
      </section>
    </Found>
  );
}

interface FoundProps {
  readonly userId: string;
  readonly requests: readonly TransferRequest[];
  /** Content between the news and what was found. */
  readonly children: ReactNode;
}

/** The best news, and what was found. They appear together: news that came later would push down the rest. */
function Found({ userId, requests, children }: FoundProps) {
  const { t } = useTranslation();
  const part = useMatchesInPart(userId, requests);
  const rings = useOwnRings(userId, requests);
  const whyNot = useWhyNotSearched(userId, requests);
  const isDecided = useLatch(isBestKnown(part, rings));
  if (!isDecided) return <ScreenOfSkeletons label={t('common.loading')} />;
  return (
    <>
      <OwnNews matches={part.shown} perfect={part.perfect} requests={requests} userId={userId} />
      {children}
      <FoundMatches
        empty={whyNot ? <NotSearched why={whyNot} /> : <Empty title={t('browse.noMatches')} />}
        part={part}
        requests={requests}
        userId={userId}
      />
    </>
  );
}
