import type { ContactPatterns } from '@mutual-transfer/domain/accounts/contact-views';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import type {
  AdminStats,
  AuditList,
  Growth,
  PairLists,
  PeopleList,
  PersonPage,
} from '@mutual-transfer/domain/administration/administration';
import type { AdministratorList } from '@mutual-transfer/domain/administration/administrator';
import type { HeldTextList } from '@mutual-transfer/domain/administration/held-text';
import type { Looks } from '@mutual-transfer/domain/administration/look';
import type { ReportList } from '@mutual-transfer/domain/administration/report';
import type { Waiting } from '@mutual-transfer/domain/administration/waiting';
import type { RoundDetails, RoundList, Season } from '@mutual-transfer/domain/agreements/round';
import type { Plan, PlanBoard } from '@mutual-transfer/domain/matching/plan';
import type { RuleHistory } from '@mutual-transfer/domain/matching/policy-rules';
import type { RuleTrial } from '@mutual-transfer/domain/matching/rule-trial';
import type { UndeliveredList } from '@mutual-transfer/domain/notices/undelivered';
import type { PaymentSettings, RefundRule } from '@mutual-transfer/domain/payments/payment';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { isUnderWay } from './plans/plan-progress.ts';

const WAITING_REFETCH_MS = 60_000;

/** List of teachers: all, or those who paid. */
export type PeopleKind = 'users' | 'paid-users';

export function statsQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'stats'],
    queryFn: ({ signal }) => callApi<AdminStats>('/admin/stats', { signal }),
  });
}

/** Query of how much waits for the administrator. Refetched every minute and when the window gets the focus. */
export function waitingQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'waiting'],
    queryFn: ({ signal }) => callApi<Waiting>('/admin/waiting', { signal }),
    refetchInterval: WAITING_REFETCH_MS,
    staleTime: 0,
  });
}

export function looksQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'person', id, 'looks'],
    queryFn: ({ signal }) => callApi<Looks>(`/admin/users/${encodeURIComponent(id)}/looks`, { signal }),
  });
}

export function pairsQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'pairs', search],
    queryFn: ({ signal }) => callApi<PairLists>(`/admin/matches?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function peopleQuery(userId: string, kind: PeopleKind, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'people', kind, search],
    queryFn: ({ signal }) => callApi<PeopleList>(`/admin/${kind}?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function personQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'person', id],
    queryFn: ({ signal }) => callApi<PersonPage>(`/admin/users/${encodeURIComponent(id)}`, { signal }),
  });
}

export function heldTextsQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'held-texts', search],
    queryFn: ({ signal }) => callApi<HeldTextList>(`/admin/held-texts?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Query of contact patterns. Refetched each time the section opens, since patterns change quickly. */
export function contactPatternsQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'contact-patterns'],
    queryFn: ({ signal }) => callApi<ContactPatterns>('/admin/contact-patterns', { signal }),
    staleTime: 0,
  });
}

export function undeliveredQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'undelivered', search],
    queryFn: ({ signal }) => callApi<UndeliveredList>(`/admin/undelivered?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function administratorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'administrators'],
    queryFn: ({ signal }) => callApi<AdministratorList>('/admin/administrators', { signal }),
  });
}

/** Query of the daily figures between two days of the Indian calendar, both included. */
export function growthQuery(userId: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'growth', from, to],
    queryFn: ({ signal }) =>
      callApi<Growth>(`/admin/growth?${new URLSearchParams({ from, to })}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function auditQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'audit', search],
    queryFn: ({ signal }) => callApi<AuditList>(`/admin/audit?${search}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function reportsQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'reports', search],
    queryFn: ({ signal }) => callApi<ReportList>(`/admin/reports?${search}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function settingsQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'settings'],
    queryFn: ({ signal }) => callApi<PaymentSettings>('/payment/settings', { signal }),
  });
}

export function refundRuleQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'refund-rule'],
    queryFn: ({ signal }) => callApi<RefundRule>('/admin/refund-rule', { signal }),
  });
}

const LOOK_AGAIN_AFTER = 2_000;

/** Query of the plans. Polls only while a plan is queued or computed. */
export function planBoardQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'plans'],
    queryFn: ({ signal }) => callApi<PlanBoard>('/admin/plans', { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.current) ? LOOK_AGAIN_AFTER : false),
  });
}

/** Query of the swap rules with their history. */
export function rulesQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'rules'],
    queryFn: ({ signal }) => callApi<RuleHistory>('/admin/rules', { signal }),
  });
}

/** Query of a rule trial. Polls until the trial ends. */
export function ruleTrialQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'ruleTrial', id],
    queryFn: ({ signal }) => callApi<RuleTrial>(`/admin/rules/trials/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_AGAIN_AFTER : false),
  });
}

export function roundsQuery(userId: string) {
  return queryOptions({
    queryKey: ['rounds', userId],
    queryFn: ({ signal }) => callApi<RoundList>('/admin/rounds', { signal }),
  });
}

/** Query of the teachers whom a new round of these districts and subjects would ask and plan over; all without them. */
export function roundScopeQuery(
  userId: string,
  {
    districts = [],
    subjects = [],
  }: { readonly districts?: readonly string[]; readonly subjects?: readonly string[] },
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

export function roundQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['rounds', userId, id],
    queryFn: ({ signal }) => callApi<RoundDetails>(`/admin/rounds/${id}`, { signal }),
  });
}

export function seasonQuery(userId: string) {
  return queryOptions({
    queryKey: ['rounds', userId, 'season'],
    queryFn: ({ signal }) => callApi<Season>('/admin/season', { signal }),
  });
}

export function planQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'plan', id],
    queryFn: ({ signal }) => callApi<Plan>(`/admin/plans/${id}`, { signal }),
  });
}

/**
 * Writes the changed teacher into every cached list, without refetching (which would be another audited view). Invalidates figures and
 * pairs.
 */
export async function showChanged(client: QueryClient, userId: string, teacher: Account): Promise<void> {
  client.setQueriesData<PeopleList>(
    { queryKey: ['admin', userId, 'people'] },
    (list) =>
      list && { ...list, users: list.users.map((user) => (user._id === teacher._id ? teacher : user)) },
  );
  await Promise.all(
    ['stats', 'pairs'].map((what) => client.invalidateQueries({ queryKey: ['admin', userId, what] })),
  );
}
