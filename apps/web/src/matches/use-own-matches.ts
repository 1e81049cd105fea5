import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Match, MatchKind } from '@mutual-transfer/domain/matching/match';
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
  /** Number of teachers who want the user's place and are no perfect match. */
  readonly wantsYourPlace: number;
  /** Time of the next contact, and the step that opens it sooner, if today's budget is spent. */
  readonly contactLimit: ContactLimit | undefined;
  /** Time at which the server gave the stored matches, until it has confirmed them. */
  readonly restoredAt: number | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

type MatchesQuery = ReturnType<typeof matchesQuery>;

/** Returns the queries of further pages for the given first pages: one per list, in their order. */
export type FurtherPages = (firstPages: readonly MatchesQuery[]) => readonly MatchesQuery[];

interface OwnMatchesOptions {
  /** Kind of the matches. All kinds if undefined. */
  readonly kind?: MatchKind | undefined;
  readonly furtherPages?: FurtherPages | undefined;
}

/**
 * Returns the matches of all of the user's active requests, or of the registration before the first one: each person once, best first.
 * Refetches on changes.
 */
export function useOwnMatches(
  userId: string,
  requests: readonly TransferRequest[] | undefined,
  { kind, furtherPages }: OwnMatchesOptions = {},
): OwnMatches {
  const { language } = useReading();
  const reader = { userId, language, kind };
  const active = (requests ?? []).filter((request) => request.status === 'active');
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

/** Returns one entry per person, the one with the best score, in the order of matches. Loaded duplicates are counted once. */
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
