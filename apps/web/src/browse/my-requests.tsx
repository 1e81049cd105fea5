import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AgreedNow, isAgreedOnly } from '../agreements/agreed-now.tsx';
import { MatchList } from '../matches/match-list.tsx';
import { MoreMatches, useMatchesInPart } from '../matches/matches-page-by-page.tsx';
import { OwnAdvice } from '../matches/own-advice.tsx';
import { OwnRings } from '../matches/own-rings.tsx';
import { PaymentLink } from '../payments/payment-link.tsx';
import { hasFailed } from '../platform/api/stored-fallback.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session/session.ts';
import { useAccess } from '../platform/session/use-access.ts';
import { NewRequestLink } from '../requests/new-request-link.tsx';
import { OwnRequestList } from '../requests/own-request-list.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import button from '../ui/button.module.css';
import { Empty } from '../ui/empty.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/skeletons.tsx';
import { Verifying } from '../ui/verifying.tsx';
import { ListFailure } from './list-failure.tsx';

const RINGS_SHOWN_FIRST = 2;

/** Shows the user's requests and the matches of the active ones. */
export default function MyRequests() {
  const { t } = useTranslation();
  const session = useSession();
  const access = useAccess();
  if (access === 'checking') return <Verifying />;
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
  if (query.isPending) return <CardSkeletons label={t('common.loading')} />;
  if (query.data === undefined || hasFailed(query)) {
    const retry = () => void query.refetch();
    return <ListFailure error={query.error} fallback={t('browse.failedMine')} onRetry={retry} />;
  }
  if (query.data.length === 0) {
    return (
      <>
        <Empty action={<NewRequestLink />} text={t('browse.noneMineHint')} title={t('browse.noneMine')} />
        <Found requests={query.data} userId={session.user._id} />
      </>
    );
  }
  return (
    <>
      <h2 className="visually-hidden">{t('browse.myRequests')}</h2>
      <OwnRequestList requests={query.data} />
      <Found requests={query.data} userId={session.user._id} />
      <OwnAdvice requests={query.data} userId={session.user._id} />
    </>
  );
}

interface FoundProps {
  readonly userId: string;
  readonly requests: readonly TransferRequest[];
}

/** Matches and rings. Rings come first if no direct swap is possible. */
function Found({ userId, requests }: FoundProps) {
  const part = useMatchesInPart(userId, requests);
  const rings = <OwnRings first={RINGS_SHOWN_FIRST} requests={requests} userId={userId} />;
  const isDirect = part.perfect > 0 || part.isPending;
  return (
    <>
      {!isDirect && rings}
      <Matches part={part} requests={requests} />
      {isDirect && rings}
    </>
  );
}

interface MatchesProps {
  readonly part: ReturnType<typeof useMatchesInPart>;
  readonly requests: readonly TransferRequest[];
}

function Matches({ part, requests }: MatchesProps) {
  const { t } = useTranslation();
  const isPending = part.isPending && part.shown.length === 0;
  return (
    <section className={page.section}>
      <h2>{t('browse.matches')}</h2>
      {isPending && <CardSkeletons label={t('common.loading')} />}
      {!isPending &&
        part.shown.length === 0 &&
        (isAgreedOnly(requests) ? <AgreedNow /> : <Empty title={t('browse.noMatches')} />)}
      <MatchList contactLimit={part.contactLimit} matches={part.shown} restoredAt={part.restoredAt} />
      <MoreMatches {...part} />
    </section>
  );
}
