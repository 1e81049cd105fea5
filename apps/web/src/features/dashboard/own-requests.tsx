import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import type { Session } from '@mutual-transfer/domain/user';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useErrorText } from '../../api/error-text.ts';
import { myRequestsQuery } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { myRequestsPath, paths } from '../../paths.ts';
import { MatchCard } from '../../people/match-card.tsx';
import { RequestCard } from '../../people/request-card.tsx';
import { useOwnMatches } from '../../people/use-own-matches.ts';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';

const REQUESTS_SHOWN = 3;
const MATCHES_SHOWN = 2;

/** The newest three requests, and the best two matches of the active ones. */
export function OwnRequests({ session }: { session: Session }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const query = useQuery(myRequestsQuery(session.token));
  if (query.isPending) return <CardSkeletons label={t('common.loading')} />;
  if (query.isError) {
    return (
      <Failure onRetry={() => void query.refetch()} text={errorText(query.error, t('browse.failedMine'))} />
    );
  }
  const requests = query.data;
  return (
    <>
      <section className={page.section}>
        <h2>{t('dashboard.requests')}</h2>
        {requests.length === 0 && (
          <Empty
            action={<Link to={paths.newRequest}>{t('dashboard.create')}</Link>}
            title={t('dashboard.noRequests')}
          />
        )}
        <ul className={card.list}>
          {requests.slice(0, REQUESTS_SHOWN).map((request) => (
            <li key={request._id}>
              <RequestCard request={request} />
            </li>
          ))}
        </ul>
        {requests.length > REQUESTS_SHOWN && (
          <Link to={myRequestsPath}>{t('dashboard.viewAll', { count: requests.length })}</Link>
        )}
      </section>
      <TopMatches requests={requests} token={session.token} />
    </>
  );
}

function TopMatches({ token, requests }: { token: string; requests: readonly TransferRequest[] }) {
  const { t } = useTranslation();
  const { matches, isPending } = useOwnMatches(token, requests);
  return (
    <section className={page.section}>
      <h2>{t('dashboard.topMatches')}</h2>
      {isPending && <CardSkeletons label={t('common.loading')} />}
      {!isPending && matches.length === 0 && <Empty title={t('dashboard.noMatches')} />}
      <ul className={card.list}>
        {matches.slice(0, MATCHES_SHOWN).map((match) => (
          <li key={match.user._id}>
            <MatchCard match={match} />
          </li>
        ))}
      </ul>
    </section>
  );
}
