import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Match, MatchKind } from '@mutual-transfer/domain/matching/match';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueries } from '@tanstack/react-query';
import type { FoundMatches } from '../platform/api/found-matches.ts';
import { useReading } from '../platform/i18n/language.tsx';
import { matchesQuery, wishMatchesQuery } from './matches.queries.ts';
import { searchedRequests } from './searched-requests.ts';

/** Match with the id of the user's request. No id for the wish given at registration. */
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
  /** Number of teachers who want the user's place and are no perfect match. */
  readonly wantsYourPlace: number;
  /** Set once today's contact budget is spent: when the next contact opens, and what opens it sooner. */
  readonly contactLimit: ContactLimit | undefined;
  /** Set until the server confirms restored matches: the time at which the server sent them. */
  readonly restoredAt: number | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

type MatchesQuery = ReturnType<typeof matchesQuery>;

/** Function that returns the queries of further pages: one per list and page, in the order of the given first pages. */
export type FurtherPages = (firstPages: readonly MatchesQuery[]) => readonly MatchesQuery[];

interface OwnMatchesOptions {
  /** Kind of the matches. All kinds if undefined. */
  readonly kind?: MatchKind | undefined;
  readonly furtherPages?: FurtherPages | undefined;
}

/**
 * Returns the matches of all searched requests of the user, or of the wish given at registration before the first request: each person once,
 * best first. Refetches on changes.
 */
export function useOwnMatches(
  userId: string,
  requests: readonly TransferRequest[] | undefined,
  { kind, furtherPages }: OwnMatchesOptions = {},
): OwnMatches {
  const { language } = useReading();
  const reader = { userId, language, kind };
  const active = searchedRequests(requests ?? []);
  const firstPages =
    requests?.length === 0
      ? [wishMatchesQuery(reader)]
      : active.map((request) => matchesQuery(reader, request._id));
  return useQueries({
    queries: [...firstPages, ...(furtherPages?.(firstPages) ?? [])],
    combine: (results) => ({
      ...mergeMatches(
        results.flatMap(({ data }, index) =>
          data ? [ofRequest(data, active[index % firstPages.length])] : [],
        ),
        kind,
      ),
      contactLimit: results.find(({ data }) => data?.contactOpensAt)?.data,
      restoredAt: results.find(({ data }) => data?.restoredAt)?.data?.restoredAt,
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error,
    }),
  });
}

type OwnMatchList = Pick<FoundMatches, 'total' | 'perfect' | 'wantsYourPlace'> & {
  readonly matches: readonly OwnMatch[];
};

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

/** Returns one entry per person, the one with the best score, sorted by score. Loaded duplicates are counted once. */
function mergeMatches(lists: readonly OwnMatchList[], kind: MatchKind | undefined): OwnMatchList {
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
  const perfect = countPerfect(matches) + unlistedPerfect;
  // All requests have the same posting, so the teachers who want it are the same for each: takes the maximum, not the sum.
  const wishing = Math.max(0, ...lists.map((list) => list.perfect + list.wantsYourPlace));
  return {
    matches,
    total:
      kind === undefined
        ? matches.length + unlisted
        : Math.max(matches.length, ...lists.map((list) => list.total)),
    perfect,
    wantsYourPlace: Math.max(0, wishing - perfect),
  };
}

function countPerfect(matches: readonly Match[]): number {
  return matches.filter(({ isPerfectMatch }) => isPerfectMatch).length;
}
