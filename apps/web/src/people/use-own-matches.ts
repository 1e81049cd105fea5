import type { Match, MatchList } from '@mutual-transfer/domain/match';
import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { useQueries } from '@tanstack/react-query';
import { matchesQuery, wishMatchesQuery } from '../api/queries.ts';
import { useReading } from '../i18n/language.tsx';
import { live } from './live.ts';

export interface OwnMatches {
  readonly matches: readonly Match[];
  readonly total: number;
  readonly isPending: boolean;
  readonly error: unknown;
}

/**
 * The matches of all of one's active requests together, or of one's registration before the first of them: each person
 * once, the best first. They keep up to date.
 */
export function useOwnMatches(token: string, requests: readonly TransferRequest[] | undefined): OwnMatches {
  const { language } = useReading();
  const active = (requests ?? []).filter((request) => request.status === 'active');
  const queries =
    requests?.length === 0
      ? [wishMatchesQuery(token, language)]
      : active.map((request) => matchesQuery(token, request._id, language));
  return useQueries({
    queries: queries.map((query) => ({ ...query, ...live })),
    combine: (results) => ({
      ...mergeMatches(results.flatMap((result) => result.data ?? [])),
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error,
    }),
  });
}

/** One entry a person, the one with the best score, in the order of matches. */
export function mergeMatches(lists: readonly MatchList[]): { matches: Match[]; total: number } {
  const best = new Map<string, Match>();
  for (const match of lists.flatMap((list) => list.matches)) {
    const key = match.user._id ?? match.user.name;
    const known = best.get(key);
    if (known === undefined || match.matchScore > known.matchScore) best.set(key, match);
  }
  const matches = [...best.values()].sort(
    (first, second) =>
      second.matchScore - first.matchScore ||
      Number(second.hasActiveRequest) - Number(first.hasActiveRequest),
  );
  const unlisted = lists.reduce((sum, list) => sum + list.total - list.matches.length, 0);
  return { matches, total: matches.length + unlisted };
}
