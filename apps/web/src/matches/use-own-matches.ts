import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Match, MatchKind } from '@mutual-transfer/domain/matching/match';
import {
  type FoundList,
  type MatchCounts,
  mergeMatches,
} from '@mutual-transfer/domain/matching/merge-matches';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueries } from '@tanstack/react-query';
import { useReading } from '../platform/i18n/language.tsx';
import { type MatchesAnswer, matchesQuery, wishMatchesQuery } from './matches.queries.ts';

/** Match with the id of the user's request. No id for the wish given at registration. */
type OwnMatch = Match & { requestId?: string | undefined };

export interface OwnMatches extends MatchCounts {
  matches: readonly OwnMatch[];
  /** Set once today's contact budget is spent: when the next contact opens, and what opens it sooner. */
  contactLimit: ContactLimit | undefined;
  isPending: boolean;
  error: unknown;
}

type MatchesQuery = ReturnType<typeof matchesQuery>;

/** Function that returns the queries of further pages: one per list and page, in the order of the given first pages. */
export type FurtherPages = (firstPages: readonly MatchesQuery[]) => readonly MatchesQuery[];

interface OwnMatchesOptions {
  /** Kind of the matches. All kinds if undefined. */
  kind?: MatchKind | undefined;
  furtherPages?: FurtherPages | undefined;
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
        rankOf,
        kind,
      ),
      contactLimit: results.find(({ data }) => data?.contactOpensAt)?.data,
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error,
    }),
  });
}

function ofRequest(found: MatchesAnswer, request: TransferRequest | undefined): FoundList<OwnMatch> {
  return { ...found, matches: found.matches.map((match) => ({ ...match, requestId: request?._id })) };
}

function rankOf({ user, matchScore, isPerfectMatch, hasActiveRequest }: OwnMatch) {
  return {
    person: user._id ?? user.name,
    score: matchScore,
    isPerfect: isPerfectMatch,
    hasRequest: hasActiveRequest,
  };
}
