import type { ContactPatterns, TeacherViewers } from '@mutual-transfer/domain/accounts/contact-views';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import type {
  AdminStats,
  Growth,
  PairLists,
  PersonPage,
  TeacherList,
} from '@mutual-transfer/domain/administration/administration';
import type { AdministratorList } from '@mutual-transfer/domain/administration/administrator';
import type { AuditList } from '@mutual-transfer/domain/administration/audit-log';
import type { Desk } from '@mutual-transfer/domain/administration/desk';
import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import type { OpenWorkCounts } from '@mutual-transfer/domain/administration/open-work';

import type { RoundDetails, RoundList, Season } from '@mutual-transfer/domain/agreements/round';
import type { Plan, PlanBoard, PlanStatus, RuleTrial } from '@mutual-transfer/domain/matching/plan';
import type { RuleHistory } from '@mutual-transfer/domain/matching/policy-rules';

import type { PaymentSettings, RefundRule } from '@mutual-transfer/domain/payments/payment';
import type { AdminSeason } from '@mutual-transfer/domain/seasons/season';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi, callTagged } from '../platform/client.ts';
import { askAgain } from '../platform/queries.ts';
import { adminListQuery, freshPageQuery, oneQuery } from './list/page-query.ts';

const underWay: ReadonlySet<PlanStatus> = new Set(['queued', 'running']);

export function isPlanUnderWay(plan: Plan | null | undefined): plan is Plan {
  return plan !== null && plan !== undefined && underWay.has(plan.status);
}

/** Returns the id of the watched plan if it failed or was cancelled: it is no longer under way, and is not the latest completed plan. */
export function lostPlan(
  board: Pick<PlanBoard, 'current' | 'latest'> | undefined,
  watched: string | undefined,
): string | undefined {
  if (board === undefined || isPlanUnderWay(board.current)) return undefined;
  return watched === board.latest?._id ? undefined : watched;
}

const WAITING_REFETCH_MS = 60_000;
const LOOK_AGAIN_AFTER = 2_000;

/** Returns the query options of one API response with its `ETag`, which a change of the same resource sends as `If-Match`. */
function taggedQuery<Answer>(key: readonly string[], path: string) {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => callTagged<Answer>(path, { signal }) });
}

/** Query of the version that answers. */
export const releaseQuery = oneQuery<{ version: string; commit: string }>(['release'], '/health');

export const statsQuery = (userId: string) =>
  oneQuery<AdminStats>(['admin', userId, 'stats'], '/admin/stats');

/** Query of the figures with the counts of proposals and agreements of teachers who have not paid. Refetched on every mount. */
export const unpaidQuery = (userId: string) => ({
  ...oneQuery<AdminStats>(['admin', userId, 'stats', 'unpaid'], '/admin/stats?unpaid=true'),
  staleTime: 0,
});

/** Query of the numbers of items that wait for the administrator. Refetched every minute and on window focus. */
export const waitingQuery = (userId: string) => ({
  ...oneQuery<OpenWorkCounts>(['admin', userId, 'waiting'], '/admin/waiting'),
  refetchInterval: WAITING_REFETCH_MS,
  staleTime: 0,
});

export const pairsQuery = (userId: string, search: string) =>
  adminListQuery<PairLists>(['admin', userId, 'pairs'], '/admin/matches', search);

/** Query of all stored data of a teacher, with its `ETag`. */
export const personQuery = (userId: string, id: string) =>
  taggedQuery<PersonPage>(['admin', userId, 'person', id], `/admin/users/${encodeURIComponent(id)}`);

export const teacherViewersQuery = (userId: string, id: string) =>
  oneQuery<TeacherViewers>(
    ['admin', userId, 'person', id, 'looks'],
    `/admin/users/${encodeURIComponent(id)}/looks`,
  );

export const agreementFileQuery = (userId: string, id: string) =>
  oneQuery<AgreementFile>(['admin', userId, 'agreement', id], `/admin/agreements/${encodeURIComponent(id)}`);

/** Query of a season with the numbers of teachers in its rounds, and its `ETag`. */
export const adminSeasonQuery = (userId: string, id: string) =>
  taggedQuery<AdminSeason>(['admin', userId, 'season', id], `/admin/seasons/${encodeURIComponent(id)}`);

/** Query of contact patterns. Refetched each time the section opens, since patterns change quickly. */
export const contactPatternsQuery = (userId: string) => ({
  ...oneQuery<ContactPatterns>(['admin', userId, 'contact-patterns'], '/admin/contact-patterns'),
  staleTime: 0,
});

/** Query of the season's figures and of the work behind them. */
export const deskQuery = (userId: string) => oneQuery<Desk>(['admin', userId, 'desk'], '/admin/desk');

export const administratorsQuery = (userId: string) =>
  oneQuery<AdministratorList>(['admin', userId, 'administrators'], '/admin/administrators');

/** Query of the daily figures between two dates in Indian time, inclusive. */
export const growthQuery = (userId: string, from: string, to: string) =>
  adminListQuery<Growth>(
    ['admin', userId, 'growth'],
    '/admin/growth',
    `${new URLSearchParams({ from, to })}`,
  );

export const auditQuery = (userId: string, search: string) =>
  freshPageQuery<AuditList>(['admin', userId, 'audit'], '/admin/audit', search);

export const settingsQuery = (userId: string) =>
  oneQuery<PaymentSettings>(['admin', userId, 'settings'], '/payment/settings');

export const refundRuleQuery = (userId: string) =>
  oneQuery<RefundRule>(['admin', userId, 'refund-rule'], '/admin/refund-rule');

/** Query of the plans. Polls only while a plan is queued or running. */
export function planBoardQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'plans'],
    queryFn: ({ signal }) => callApi<PlanBoard>('/admin/plans', { signal }),
    refetchInterval: ({ state }) => (isPlanUnderWay(state.data?.current) ? LOOK_AGAIN_AFTER : false),
  });
}

export const planQuery = (userId: string, id: string) =>
  oneQuery<Plan>(['admin', userId, 'plan', id], `/admin/plans/${id}`);

export const rulesQuery = (userId: string) =>
  oneQuery<RuleHistory>(['admin', userId, 'rules'], '/admin/rules');

/** Query of a rule trial. Polls until the trial ends. */
export function ruleTrialQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'ruleTrial', id],
    queryFn: ({ signal }) => callApi<RuleTrial>(`/admin/rules/trials/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_AGAIN_AFTER : false),
  });
}

export const roundsQuery = (userId: string) => oneQuery<RoundList>(['rounds', userId], '/admin/rounds');

/** Query of the teachers whom a new round of the given districts and subjects would include. Disabled without districts and subjects. */
export function roundScopeQuery(
  userId: string,
  { districts = [], subjects = [] }: { districts?: readonly string[]; subjects?: readonly string[] },
) {
  const query = new URLSearchParams({
    limit: '1',
    ...(districts.length > 0 && { districts: districts.join() }),
    ...(subjects.length > 0 && { subjects: subjects.join() }),
  });
  return queryOptions({
    queryKey: ['rounds', userId, 'scope', String(query)],
    queryFn: async ({ signal }) => (await callApi<RoundList>(`/admin/rounds?${query}`, { signal })).expected,
    enabled: districts.length + subjects.length > 0,
    placeholderData: keepPreviousData,
  });
}

export const roundQuery = (userId: string, id: string) =>
  oneQuery<RoundDetails>(['rounds', userId, id], `/admin/rounds/${id}`);

export const seasonQuery = (userId: string) =>
  oneQuery<Season>(['rounds', userId, 'season'], '/admin/season');

/**
 * Updates a teacher in every cached list without a refetch, which the audit log would record as another view. Invalidates the figures
 * and the pairs.
 */
export async function showChanged(client: QueryClient, userId: string, teacher: Account): Promise<void> {
  client.setQueriesData<TeacherList>(
    { queryKey: ['admin', userId, 'people'] },
    (list) =>
      list && { ...list, users: list.users.map((user) => (user._id === teacher._id ? teacher : user)) },
  );
  await refreshAdmin(client, userId, 'stats', 'pairs');
}

export async function refreshAdmin(
  client: QueryClient,
  userId: string,
  ...names: readonly string[]
): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: ['admin', userId, name] })));
}

/** Invalidates the queries that show seasons: those of the Admin Panel and the public one. */
export async function refreshSeasons(client: QueryClient): Promise<void> {
  await Promise.all(['admin', 'season'].map((key) => askAgain(client, key)));
}
