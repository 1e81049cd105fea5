import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '../form/call-failure.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import type { StoredSession } from '../platform/session/session.ts';
import { isWithoutAccess, useAccess } from '../platform/session/use-access.ts';
import { OwnRequestList } from '../requests/own/own-request-list.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import page from '../ui/page.module.css';

/** Requests of a teacher who has not paid. The dashboard is closed to them, but they can hide, withdraw and delete their requests. */
export function RequestsPart({ session }: { session: StoredSession }) {
  const { t } = useTranslation();
  const isNeeded = isWithoutAccess(useAccess());
  const query = useQuery({ ...myRequestsQuery(session.user._id), enabled: isNeeded });
  if (!isNeeded || query.isPending || query.data?.length === 0) return null;
  return (
    <section aria-labelledby="own-requests" className={page.section}>
      <h2 id="own-requests">{t('account.requests')}</h2>
      <p className={page.lead}>{t('account.requestsHint')}</p>
      {query.data && <OwnRequestList requests={query.data} />}
      <CallFailure error={query.error} onRetry={query.refetch} text={t('browse.failedMine')} />
    </section>
  );
}
