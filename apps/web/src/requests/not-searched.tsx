import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { searchedRequests } from '../matches/searched-requests.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { myRequestsPath, paths } from '../platform/paths.ts';
import { Empty } from '../ui/states/empty.tsx';
import { hiddenRequestsQuery } from './requests.queries.ts';

/** Reason why no matches are searched. */
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
  readonly why: WhyNotSearched;
  /** True on the page of the requests, which needs no link to itself. */
  readonly isAtRequests?: boolean;
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
 * Returns why no matches are searched: an agreement binds the teacher, or no request is active, and one is agreed, or one is held for review, or one is completed, or none is
 * any of these. Without a request, matches of the registered wish are searched.
 */
export function whyNotSearched(
  requests: readonly Pick<TransferRequest, 'status' | 'agreement'>[],
): WhyNotSearched | undefined {
  if (searchedRequests(requests).length > 0) return undefined;
  const has = (status: TransferRequest['status']) => requests.some((request) => request.status === status);
  if (has('pending') || requests.some(({ agreement }) => agreement)) return 'agreed';
  if (has('held')) return 'held';
  if (has('completed')) return 'moved';
  return requests.length > 0 ? 'inactive' : undefined;
}
