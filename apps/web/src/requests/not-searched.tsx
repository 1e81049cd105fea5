import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { myRequestsPath, paths } from '../platform/paths.ts';
import { Empty } from '../ui/states/empty.tsx';
import { hiddenRequestsQuery } from './requests.queries.ts';

/** Reason why no matches are searched. */
export type WhyNotSearched = 'agreed' | 'moved' | 'inactive';

const texts = {
  agreed: 'dashboard.agreedNow',
  moved: 'dashboard.movedNow',
  inactive: 'dashboard.inactiveNow',
} as const;

/** Notice in place of matches that are not searched, with a link to the agreements or the requests. */
export function NotSearched({ why }: { why: WhyNotSearched }) {
  const { t } = useTranslation();
  return (
    <Empty
      action={
        why === 'inactive' ? (
          <Link to={myRequestsPath}>{t('dashboard.toRequests')}</Link>
        ) : (
          <Link to={paths.agreements}>{t('dashboard.toAgreements')}</Link>
        )
      }
      level={3}
      title={t(texts[why])}
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

/**
 * Returns why no matches are searched: no request is active, and one is agreed, or one is completed and none is held for review, or none is
 * either. Without a request, matches of the registered wish are searched.
 */
export function whyNotSearched(
  requests: readonly Pick<TransferRequest, 'status'>[],
): WhyNotSearched | undefined {
  const has = (status: TransferRequest['status']) => requests.some((request) => request.status === status);
  if (has('active')) return undefined;
  if (has('pending')) return 'agreed';
  if (has('completed') && !has('held')) return 'moved';
  return requests.length > 0 ? 'inactive' : undefined;
}
