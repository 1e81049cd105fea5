import { RINGS_SHOWN, SHORTEST_SHOWN_RING } from '@mutual-transfer/domain/ring';
import type { KnownOffer, RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import { ringsFor } from '@mutual-transfer/matching/live/rings';
import { type Kysely, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/schema.ts';
import { type ActiveOffer, asActive } from '../offers/find-offers.ts';
import { knownOfferOf } from '../offers/known-offer.ts';
import { type PersonRow, personColumns } from '../privacy/present.ts';

type Db = Kysely<Database>;

/** An offer in a ring with its teacher. */
export interface Member extends PersonRow {
  readonly offer: ActiveOffer;
}

/**
 * The best rings of three or more through an active request, the asked one's teacher first. The graph proposes them
 * from memory; a ring whose members' offers no longer fit in the database is left out.
 */
export async function ringsThrough(db: Db, graph: RingGraph, offer: ActiveOffer): Promise<Member[][]> {
  const options = { shortest: SHORTEST_SHOWN_RING, limit: RINGS_SHOWN };
  const proposed = ringsFor(graph, toKnown(offer), options);
  const ids = new Set(proposed.flatMap((ring) => ring.map(({ id }) => id)));
  const members = await findMembers(db, [...ids]);
  return proposed.flatMap((ring) => {
    const found = ring.flatMap(({ id }) => members.get(id) ?? []);
    return found.length === ring.length && isRing(found) ? [found] : [];
  });
}

/** An offer's row as the matching package reads it. */
export function toKnown(offer: ActiveOffer): KnownOffer {
  return knownOfferOf({ ...offer, waiting_since: offer.offered_at.getTime() });
}

/** Whether each member accepts the next one's place, all within one stratum. */
function isRing(members: readonly Member[]): boolean {
  const offers = members.map(({ offer }) => toKnown(offer));
  return offers.every(({ to, stratum }, index) => {
    const next = offers[(index + 1) % offers.length];
    return next !== undefined && to.includes(next.from) && stratum === next.stratum;
  });
}

async function findMembers(db: Db, requestIds: readonly string[]): Promise<Map<string, Member>> {
  if (requestIds.length === 0) return new Map();
  const query = db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.user_id')
    .selectAll('offers')
    .select(personColumns)
    .where('request_id', '=', sql<string>`any(${requestIds}::uuid[])`);
  const rows = await executePrepared(db, query.compile());
  const members = rows.flatMap((row) => {
    const offer = asActive(row);
    return offer === undefined ? [] : [{ ...row, offer }];
  });
  return new Map(members.map((member) => [member.offer.request_id, member]));
}
