import type {
  Agreement,
  AgreementList,
  Repairs,
  RoomMessage,
} from '@mutual-transfer/domain/agreements/agreement';
import type { RulesToday } from '@mutual-transfer/domain/matching/policy-rules';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { askAgain, callQuery, refreshOwn } from '../platform/api/queries.ts';

const RULES_FRESH_MS = 60_000;

/** Query of one page of the user's proposals and agreements, without those that await the user's answer. */
export function agreementsQuery(userId: string, page: number) {
  return callQuery(
    ['agreements', userId, String(page)],
    `/agreements?waiting=false&page=${page}`,
    (list: AgreementList) => list,
  );
}

/** Query of the proposals that await the user's answer. */
export function waitingAgreementsQuery(userId: string) {
  return callQuery(
    ['agreements', userId, 'waiting'],
    '/agreements?waiting=true',
    (list: AgreementList) => list,
  );
}

export function agreementQuery(userId: string, id: string) {
  return callQuery(
    ['agreements', userId, 'one', id],
    `/agreements/${id}`,
    (agreement: Agreement) => agreement,
  );
}

export function roomMessagesQuery(userId: string, id: string) {
  return callQuery(
    ['agreements', userId, 'messages', id],
    `/agreements/${id}/messages`,
    ({ messages }: { messages: RoomMessage[] }) => messages,
  );
}

export function repairsQuery(userId: string, id: string) {
  return callQuery(
    ['agreements', userId, 'repairs', id],
    `/agreements/${id}/repairs`,
    (repairs: Repairs) => repairs,
  );
}

/** Query of the current swap rules. */
export function rulesTodayQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => callApi<RulesToday>('/rules', { signal }),
    staleTime: RULES_FRESH_MS,
  });
}

/** Invalidates every query that a proposal, an answer or a step may change, without awaiting the refetch. */
export function refreshAgreements(client: QueryClient): void {
  void askAgain(client, 'agreements');
  refreshOwn(client);
}
