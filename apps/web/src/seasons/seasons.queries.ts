import type { CurrentSeason, MySeasonResult, SeasonResults } from '@mutual-transfer/domain/seasons/season';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/client.ts';
import { callQuery } from '../platform/queries.ts';

const SEASON_FRESH_MS = 60_000;

/** Query of the open season, else the next or the latest one. Its sentence depends on the language. */
export function currentSeasonQuery(language: string) {
  return callQuery(['season', language], '/seasons/current', ({ season }: CurrentSeason) => season);
}

/** Query of the results of a season, by round: the published ones, or the exact ones of an administrator of the state. */
export function seasonResultsQuery(id: string, administrator?: string) {
  const path = `/seasons/${id}/results`;
  return queryOptions({
    queryKey: administrator === undefined ? ['season-results', id] : ['admin', administrator, 'results', id],
    queryFn: async ({ signal }) =>
      (await callApi<SeasonResults>(administrator === undefined ? path : `/admin${path}`, { signal })).rounds,
    staleTime: SEASON_FRESH_MS,
  });
}

/** Query of the user's own result and consent. The reason is a sentence in the language. */
export function mySeasonQuery(userId: string, id: string, language: string) {
  return callQuery(
    ['my-season', userId, id, language],
    `/seasons/${id}/my-result`,
    (mine: MySeasonResult) => mine,
  );
}
