import type {
  Agreement,
  AgreementList,
  Repairs,
  RoomMessage,
} from '@mutual-transfer/domain/agreements/agreement';
import type { RulesToday } from '@mutual-transfer/domain/matching/policy-rules';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../platform/client.ts';
import { askAgain, askAgainIf, callQuery, refetchEvery, refreshOwn } from '../platform/queries.ts';
import { useSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';

const RULES_FRESH_MS = 60_000;

/** Query of one page of the user's proposals and agreements, without those that await the user's answer. */
export function agreementsQuery(userId: string, page: number) {
  return callQuery(
    ['agreements', userId, String(page)],
    `/agreements?waiting=false&page=${page}`,
    (list: AgreementList) => list,
  );
}

export function waitingAgreementsQuery(userId: string) {
  return callQuery(
    ['agreements', userId, 'waiting'],
    '/agreements?waiting=true',
    (list: AgreementList) => list,
  );
}

export function agreementQuery(userId: string, id: string) {
  return {
    ...callQuery(['agreements', userId, 'one', id], `/agreements/${id}`, (agreement: Agreement) => agreement),
    refetchInterval: refetchEvery.agreement,
  };
}

export function roomMessagesQuery(userId: string, id: string) {
  return {
    ...callQuery(
      ['agreements', userId, 'messages', id],
      `/agreements/${id}/messages`,
      ({ messages }: { messages: RoomMessage[] }) => messages,
    ),
    refetchInterval: refetchEvery.agreement,
  };
}

export function repairsQuery(userId: string, id: string) {
  return callQuery(
    ['agreements', userId, 'repairs', id],
    `/agreements/${id}/repairs`,
    (repairs: Repairs) => repairs,
  );
}

export function rulesTodayQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => callApi<RulesToday>('/rules', { signal }),
    staleTime: RULES_FRESH_MS,
  });
}

/** Shows the agreement that a proposal, an answer or a step was answered with, and fetches what else may have changed. */
export async function showAgreement(client: QueryClient, userId: string, changed: Agreement): Promise<void> {
  const { queryKey } = agreementQuery(userId, changed._id);
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  // Only the answer of the page's own query counts the stand-ins of an open proposal.
  const standby = changed.state === 'proposed' ? (before?.standby ?? null) : null;
  client.setQueryData(queryKey, { ...changed, standby });
  void askAgainIf(
    client,
    ({ queryKey: [kind, , part, id] }) =>
      kind === 'dashboard' ||
      kind === 'me' ||
      (kind === 'agreements' && part !== 'messages' && !(part === 'one' && id === changed._id)),
  );
  // An agreement binds its requests, and its end releases them.
  if (changed.state !== (before?.state ?? 'proposed')) refreshOwn(client);
}

/** Invalidates every query that a proposal, an answer or a step may change, without awaiting the refetch. */
export function refreshAgreements(client: QueryClient): void {
  void askAgain(client, 'agreements');
  refreshOwn(client);
}

/**
 * Returns the mutation that ticks a step or leaves the agreement, and shows the changed agreement. After an error it invalidates all
 * agreement queries: the server may have refused the change because the agreement has changed.
 */
export function useAgreementChange<Body>(id: string, what: 'steps' | 'leave', onDone: () => void) {
  const client = useQueryClient();
  const userId = useSession()?.user._id ?? '';
  return useAction(
    (body: Body) => callApi<Agreement>(`/agreements/${id}/${what}`, { method: 'POST', body }),
    async (answer) => {
      await showAgreement(client, userId, answer);
      onDone();
    },
    () => refreshAgreements(client),
  );
}
