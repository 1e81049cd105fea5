import type { Account } from '@mutual-transfer/domain/accounts/user';
import { MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { MatchList } from '@mutual-transfer/domain/matching/match';
import type { RulesToday } from '@mutual-transfer/domain/matching/policy-rules';
import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import type { NoticeSettings } from '@mutual-transfer/domain/notices/notice-settings';
import type { ReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import type { RequestList, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { loadTexts } from '../i18n/language.tsx';
import { callApi } from './client.ts';
import { orKept } from './stored-fallback.ts';

/** Keys begin with the session's token where the answer depends on who asks, so that no teacher sees another's. */
const FOREVER = Number.POSITIVE_INFINITY;

export function requestListQuery(token: string | undefined, search: string) {
  const path = token === undefined ? '/requests/public' : '/requests';
  return queryOptions({
    queryKey: ['requests', token ?? null, search],
    queryFn: ({ signal }) =>
      withBlockNames(callApi<RequestList>(`${path}${search === '' ? '' : `?${search}`}`, { signal })),
  });
}

/** An answer that names blocks, once their names are here too; where these cannot be fetched, English ones stand in. */
async function withBlockNames<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([asked, loadTexts(['blocks']).catch(() => undefined)]);
  return answer;
}

/**
 * One call of the API as a query; a script in the page can prefetch it by its path. Some answers are kept for when there is no connection:
 * see `platform/offline/stored-answers.ts`.
 */
export function callQuery<Answer, Data>(
  queryKey: readonly string[],
  path: string,
  read: (answer: Answer) => Data,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) =>
      read(await callApi<Answer>(path, { signal }).catch(orKept(client, queryKey))),
    meta: { path },
  });
}

export function myRequestsQuery(token: string) {
  return callQuery(
    ['my-requests', token],
    '/requests/my',
    ({ requests }: { requests: TransferRequest[] }) => requests,
  );
}

/** The best matches, the number of all and of perfect ones, and when the next contact opens if the budget is used up. */
export type FoundMatches = Pick<
  MatchList,
  'matches' | 'total' | 'perfect' | 'contactOpensAt' | 'contactNeeds'
>;

const FIRST_MATCHES = `?limit=${MY_MATCHES_CAP}`;

/** Criteria are sentences, so the answer depends on the language too. */
export function matchesQuery(token: string, requestId: string, language: string) {
  return callQuery(
    ['matches', token, requestId, language],
    `/requests/${requestId}/matches${FIRST_MATCHES}`,
    (found: FoundMatches) => found,
  );
}

/** The matches of the wish of one's registration; none once a request was posted. */
export function wishMatchesQuery(token: string, language: string) {
  return callQuery(
    ['matches', token, 'wish', language],
    `/matches${FIRST_MATCHES}`,
    (found: FoundMatches) => found,
  );
}

const RULES_FRESH_MS = 60_000;

/** The rules of a swap as they are today. */
export function rulesTodayQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => callApi<RulesToday>('/rules', { signal }),
    staleTime: RULES_FRESH_MS,
  });
}

/** How many teachers a place, asked for with a subject and class level, would bring. */
export function prospectsQuery(search: string) {
  return queryOptions({
    queryKey: ['prospects', search],
    queryFn: ({ signal }) => callApi<Prospects>(`/requests/prospects?${search}`, { signal }),
  });
}

export function referenceQuery(hash: string) {
  return queryOptions({
    queryKey: ['reference', hash],
    queryFn: ({ signal }) => withBlockNames(callApi<ReferenceData>(`/reference?v=${hash}`, { signal })),
    staleTime: FOREVER,
    gcTime: FOREVER,
  });
}

export function profileQuery(token: string) {
  return callQuery(['profile', token], '/auth/profile', (account: Account) => account);
}

/** What a teacher is sent, and by which channels. */
export function noticeSettingsQuery(token: string) {
  return callQuery(['notice-settings', token], '/notices/settings', ({ data }: NoticeSettings) => data);
}

/** Has everything asked again that follows from one's account and requests; no caller waits for it. */
export function refreshOwn(client: QueryClient): void {
  for (const key of ownQueries) void askAgain(client, key);
}

/** Has all answers under a key asked again. A first answer that is on its way may be from before the change: it is not taken. */
export async function askAgain(client: QueryClient, key: string): Promise<void> {
  await client.cancelQueries({ queryKey: [key] });
  await client.invalidateQueries({ queryKey: [key] });
}

const ownQueries = ['my-requests', 'requests', 'matches', 'rings', 'advice', 'alerts', 'profile'];
