import type { ContactPatterns } from '@mutual-transfer/domain/accounts/contact-views';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import type {
  AdministratorList,
  AdminStats,
  AuditList,
  Growth,
  PairLists,
  PeopleList,
  PersonPage,
} from '@mutual-transfer/domain/administration/administration';
import type { HeldTextList } from '@mutual-transfer/domain/administration/held-text';
import type { ReportList } from '@mutual-transfer/domain/administration/report';
import type { RoundDetails, RoundList, Season } from '@mutual-transfer/domain/agreements/round';
import type { Plan, PlanBoard } from '@mutual-transfer/domain/matching/plan';
import type { RuleHistory } from '@mutual-transfer/domain/matching/policy-rules';
import type { RuleTrial } from '@mutual-transfer/domain/matching/rule-trial';
import type { UndeliveredList } from '@mutual-transfer/domain/notices/undelivered';
import type { PaymentSettings, RefundRule } from '@mutual-transfer/domain/payments/payment';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { isUnderWay } from './plans/plan-progress.ts';

/** List of teachers: all, or those who paid. */
export type PeopleKind = 'users' | 'paid-users';

export function statsQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'stats'],
    queryFn: ({ signal }) => callApi<AdminStats>('/admin/stats', { signal }),
  });
}

export function pairsQuery(token: string, search: string) {
  return queryOptions({
    queryKey: ['admin', token, 'pairs', search],
    queryFn: ({ signal }) => callApi<PairLists>(`/admin/matches?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function peopleQuery(token: string, kind: PeopleKind, search: string) {
  return queryOptions({
    queryKey: ['admin', token, 'people', kind, search],
    queryFn: ({ signal }) => callApi<PeopleList>(`/admin/${kind}?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function personQuery(token: string, id: string) {
  return queryOptions({
    queryKey: ['admin', token, 'person', id],
    queryFn: ({ signal }) => callApi<PersonPage>(`/admin/users/${encodeURIComponent(id)}`, { signal }),
  });
}

export function heldTextsQuery(token: string, search: string) {
  return queryOptions({
    queryKey: ['admin', token, 'held-texts', search],
    queryFn: ({ signal }) => callApi<HeldTextList>(`/admin/held-texts?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Query of contact patterns. Refetched each time the section opens, since patterns change quickly. */
export function contactPatternsQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'contact-patterns'],
    queryFn: ({ signal }) => callApi<ContactPatterns>('/admin/contact-patterns', { signal }),
    staleTime: 0,
  });
}

export function undeliveredQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'undelivered'],
    queryFn: ({ signal }) => callApi<UndeliveredList>('/admin/undelivered', { signal }),
  });
}

export function administratorsQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'administrators'],
    queryFn: ({ signal }) => callApi<AdministratorList>('/admin/administrators', { signal }),
  });
}

/** Query of the daily figures between two days of the Indian calendar, both included. */
export function growthQuery(token: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['admin', token, 'growth', from, to],
    queryFn: ({ signal }) =>
      callApi<Growth>(`/admin/growth?${new URLSearchParams({ from, to })}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function auditQuery(token: string, search: string) {
  return queryOptions({
    queryKey: ['admin', token, 'audit', search],
    queryFn: ({ signal }) => callApi<AuditList>(`/admin/audit?${search}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function reportsQuery(token: string, search: string) {
  return queryOptions({
    queryKey: ['admin', token, 'reports', search],
    queryFn: ({ signal }) => callApi<ReportList>(`/admin/reports?${search}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function settingsQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'settings'],
    queryFn: ({ signal }) => callApi<PaymentSettings>('/payment/settings', { signal }),
  });
}

export function refundRuleQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'refund-rule'],
    queryFn: ({ signal }) => callApi<RefundRule>('/admin/refund-rule', { signal }),
  });
}

const LOOK_AGAIN_AFTER = 2_000;

/** Query of the plans. Polls only while a plan is queued or computed. */
export function planBoardQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'plans'],
    queryFn: ({ signal }) => callApi<PlanBoard>('/admin/plans', { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.current) ? LOOK_AGAIN_AFTER : false),
  });
}

/** Query of the swap rules with their history. */
export function rulesQuery(token: string) {
  return queryOptions({
    queryKey: ['admin', token, 'rules'],
    queryFn: ({ signal }) => callApi<RuleHistory>('/admin/rules', { signal }),
  });
}

/** Query of a rule trial. Polls until the trial ends. */
export function ruleTrialQuery(token: string, id: string) {
  return queryOptions({
    queryKey: ['admin', token, 'ruleTrial', id],
    queryFn: ({ signal }) => callApi<RuleTrial>(`/admin/rules/trials/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_AGAIN_AFTER : false),
  });
}

export function roundsQuery(token: string) {
  return queryOptions({
    queryKey: ['rounds', token],
    queryFn: ({ signal }) => callApi<RoundList>('/admin/rounds', { signal }),
  });
}

export function roundQuery(token: string, id: string) {
  return queryOptions({
    queryKey: ['rounds', token, id],
    queryFn: ({ signal }) => callApi<RoundDetails>(`/admin/rounds/${id}`, { signal }),
  });
}

export function seasonQuery(token: string) {
  return queryOptions({
    queryKey: ['rounds', token, 'season'],
    queryFn: ({ signal }) => callApi<Season>('/admin/season', { signal }),
  });
}

export function planQuery(token: string, id: string) {
  return queryOptions({
    queryKey: ['admin', token, 'plan', id],
    queryFn: ({ signal }) => callApi<Plan>(`/admin/plans/${id}`, { signal }),
  });
}

/**
 * Writes the changed teacher into every cached list, without refetching (which would be another audited view). Invalidates figures and
 * pairs.
 */
export async function showChanged(client: QueryClient, token: string, teacher: Account): Promise<void> {
  client.setQueriesData<PeopleList>(
    { queryKey: ['admin', token, 'people'] },
    (list) =>
      list && { ...list, users: list.users.map((user) => (user._id === teacher._id ? teacher : user)) },
  );
  await Promise.all(
    ['stats', 'pairs'].map((what) => client.invalidateQueries({ queryKey: ['admin', token, what] })),
  );
}
