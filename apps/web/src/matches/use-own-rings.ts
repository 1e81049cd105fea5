import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Ring, RingList } from '@mutual-transfer/domain/matching/ring';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueries } from '@tanstack/react-query';
import { ringsQuery } from './matches.queries.ts';

interface OwnRings {
  readonly rings: readonly Ring[];
  /** When the next contact opens and what opens it sooner, once the budget of the day is spent. */
  readonly contactLimit: ContactLimit | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** The rings through all of one's active requests together, the shortest first. They keep up to date. */
export function useOwnRings(
  token: string,
  requests: readonly Pick<TransferRequest, '_id' | 'status'>[],
): OwnRings {
  const active = requests.filter((request) => request.status === 'active');
  return useQueries({
    queries: active.map((request) => ({ ...ringsQuery(token, request._id) })),
    combine: (results) => ({
      rings: mergeRings(results.flatMap((result) => result.data ?? [])),
      contactLimit: results.find(({ data }) => data?.contactOpensAt)?.data,
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error,
    }),
  });
}

/** Each ring once, the shortest first; within a length as they come. */
export function mergeRings(lists: readonly RingList[]): Ring[] {
  const rings = new Map(lists.flatMap((list) => list.rings).map((ring) => [keyOf(ring), ring]));
  return [...rings.values()].sort((first, second) => first.length - second.length);
}

/** A ring is told by the requests in it. */
export function keyOf({ members }: Ring): string {
  return members.map(({ requestId }) => requestId).join(' ');
}
