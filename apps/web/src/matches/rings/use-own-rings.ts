import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Ring, RingList } from '@mutual-transfer/domain/matching/ring';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueries } from '@tanstack/react-query';
import { ringsQuery } from '../matches.queries.ts';

interface FoundRings {
  readonly rings: readonly Ring[];
  /** Set once today's contact budget is spent: when the next contact opens, and what opens it sooner. */
  readonly contactLimit: ContactLimit | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Returns the rings through all of the user's searched requests, shortest first. Refetches on changes. */
export function useOwnRings(
  userId: string,
  requests: readonly Pick<TransferRequest, '_id' | 'status' | 'agreement'>[],
): FoundRings {
  const active = searchedRequests(requests);
  return useQueries({
    queries: active.map((request) => ({ ...ringsQuery(userId, request._id) })),
    combine: (results) => ({
      rings: mergeRings(results.flatMap((result) => result.data ?? [])),
      contactLimit: results.find(({ data }) => data?.contactOpensAt)?.data,
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error,
    }),
  });
}

/** Returns each ring once, shortest first, and otherwise in the order of the server. */
export function mergeRings(lists: readonly RingList[]): Ring[] {
  const rings = new Map(lists.flatMap((list) => list.rings).map((ring) => [keyOf(ring), ring]));
  return [...rings.values()].sort((first, second) => first.length - second.length);
}

/** Returns a key that identifies a ring by its requests. */
export function keyOf({ members }: Ring): string {
  return members.map(({ requestId }) => requestId).join(' ');
}
