import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { myRequestsPath, paths } from '../platform/paths.ts';
import { Empty } from '../ui/states.tsx';
import { hiddenRequestsQuery } from './requests.queries.ts';

export type WhyNotSearched = 'agreed' | 'held' | 'moved' | 'inactive';

const titles = {
  agreed: 'dashboard.agreed',
  held: 'dashboard.heldNow',
  moved: 'dashboard.movedTitle',
  inactive: 'dashboard.inactiveNow',
} as const;

/** Explanations of the titles that need one. */
const texts = { agreed: 'dashboard.agreedNow', moved: 'dashboard.movedNow' } as const;

interface NotSearchedProps {
  why: WhyNotSearched;
  /** True on the page of the requests, which needs no link to itself. */
  isAtRequests?: boolean;
}

/** Notice in place of matches that are not searched, with the next step if there is one. */
export function NotSearched({ why, isAtRequests = false }: NotSearchedProps) {
  const { t } = useTranslation();
  return (
    <Empty
      action={(why !== 'inactive' || !isAtRequests) && <NextStep why={why} />}
      level={3}
      text={why === 'agreed' || why === 'moved' ? t(texts[why]) : undefined}
      title={t(titles[why])}
    />
  );
}

/** Link to the agreements or the requests. A teacher whose request is held can only wait. */
function NextStep({ why }: { why: WhyNotSearched }) {
  const { t } = useTranslation();
  if (why === 'held') return null;
  if (why === 'inactive') return <Link to={myRequestsPath}>{t('dashboard.toRequests')}</Link>;
  return <Link to={paths.agreements}>{t('dashboard.toAgreements')}</Link>;
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
 * Returns why no matches are searched: the teacher has agreed to a swap, a request is held for review, the teacher has moved, or no request
 * is active. Without a request, matches of the registered wish are searched.
 */
export function whyNotSearched(
  requests: readonly Pick<TransferRequest, 'status' | 'agreement' | 'ownerAgreement'>[],
): WhyNotSearched | undefined {
  if (searchedRequests(requests).length > 0) return undefined;
  const has = (status: TransferRequest['status']) => requests.some((request) => request.status === status);
  // Only an agreement keeps an active request from being searched.
  if (has('pending') || has('active')) return 'agreed';
  if (has('held')) return 'held';
  if (has('completed')) return 'moved';
  return requests.length > 0 ? 'inactive' : undefined;
}
