import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { Empty } from '../ui/states/empty.tsx';
import { hiddenRequestsQuery } from './requests.queries.ts';

/** Reason why no matches are searched. */
export type WhyNotSearched = 'agreed' | 'moved';

/** Notice in place of matches while a swap is agreed, and after it. */
export function NotSearched({ why }: { why: WhyNotSearched }) {
  const { t } = useTranslation();
  return (
    <Empty
      action={<Link to={paths.agreements}>{t('dashboard.toAgreements')}</Link>}
      level={3}
      title={t(why === 'agreed' ? 'dashboard.agreedNow' : 'dashboard.movedNow')}
    />
  );
}

/**
 * Returns why no matches of the user are searched. Without visible requests it also loads the hidden ones, since the user may have moved
 * and hidden the record.
 */
export function useWhyNotSearched(
  userId: string,
  requests: readonly TransferRequest[] | undefined,
): WhyNotSearched | undefined {
  const { data: hidden = [] } = useQuery({ ...hiddenRequestsQuery(userId), enabled: requests?.length === 0 });
  return whyNotSearched([...(requests ?? []), ...hidden]);
}

/** Returns why no matches are searched: no request is active, and one is agreed, or one is completed and none is held for review. */
export function whyNotSearched(
  requests: readonly Pick<TransferRequest, 'status'>[],
): WhyNotSearched | undefined {
  const has = (status: TransferRequest['status']) => requests.some((request) => request.status === status);
  if (has('active')) return undefined;
  if (has('pending')) return 'agreed';
  return has('completed') && !has('held') ? 'moved' : undefined;
}
