import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Match } from '@mutual-transfer/domain/matching/match';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueries } from '@tanstack/react-query';
import type { FoundMatches } from '../platform/api/found-matches.ts';
import { useReading } from '../platform/i18n/language.tsx';
import { matchesQuery, wishMatchesQuery } from './matches.queries.ts';

/** Match with the id of the user's own request. No id for the wish of a registration. */
type OwnMatch = Match & {
  readonly requestId?: string | undefined;
  /** Stored by an earlier visit and not confirmed yet: without name, school and contact. */
  readonly isUnconfirmed: boolean;
};

export interface OwnMatches {
  readonly matches: readonly OwnMatch[];
  readonly total: number;
  /** Number of perfect matches among `total`. */
  readonly perfect: number;
  /** When the next contact opens and what would open it sooner, if today's budget is spent. */
  readonly contactLimit: ContactLimit | undefined;
  /** Time at which the server gave the stored matches, until it has confirmed them. */
  readonly restoredAt: number | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

type MatchesQuery = ReturnType<typeof matchesQuery>;

/** Returns the queries of further pages for the given first pages: one per list, in their order. */
export type FurtherPages = (firstPages: readonly MatchesQuery[]) => readonly MatchesQuery[];

/**
 * Returns the matches of all of the user's active requests, or of the registration before the first one: each person once, best first.
 * Refetches on changes.
 */
export function useOwnMatches(
  userId: string,
  requests: readonly TransferRequest[] | undefined,
  furtherPages?: FurtherPages,
): OwnMatches {
  const { language } = useReading();
  const active = (requests ?? []).filter((request) => request.status === 'active');
  const firstPages =
    requests?.length === 0
      ? [wishMatchesQuery(userId, language)]
      : active.map((request) => matchesQuery(userId, request._id, language));
  return useQueries({
    queries: [...firstPages, ...(furtherPages?.(firstPages) ?? [])],
    combine: (results) => ({
      ...mergeMatches(
        results.flatMap(({ data }, index) =>
          data ? [ofRequest(data, active[index % firstPages.length])] : [],
        ),
      ),
      contactLimit: results.find(({ data }) => data?.contactOpensAt)?.data,
      restoredAt: results.find(({ data }) => data?.restoredAt)?.data?.restoredAt,
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error,
    }),
  });
}

type OwnMatchList = Pick<FoundMatches, 'total' | 'perfect'> & { readonly matches: readonly OwnMatch[] };

function ofRequest(found: FoundMatches, request: TransferRequest | undefined): OwnMatchList {
  return {
    ...found,
    matches: found.matches.map((match) => ({
      ...match,
      requestId: request?._id,
      isUnconfirmed: found.restoredAt !== undefined,
    })),
  };
}

/** Returns one entry per person, the one with the best score, in the order of matches. Loaded duplicates are counted once. */
function mergeMatches(lists: readonly OwnMatchList[]): OwnMatchList {
  const best = new Map<string, OwnMatch>();
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
  const unlistedPerfect = lists.reduce((sum, list) => sum + list.perfect - countPerfect(list.matches), 0);
  return {
    matches,
    total: matches.length + unlisted,
    perfect: countPerfect(matches) + unlistedPerfect,
  };
}

function countPerfect(matches: readonly Match[]): number {
  return matches.filter(({ isPerfectMatch }) => isPerfectMatch).length;
}
