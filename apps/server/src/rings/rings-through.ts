import { RINGS_SHOWN, SHORTEST_SHOWN_RING } from '@mutual-transfer/domain/ring';
import type { KnownOffer, RingGraph } from '@mutual-transfer/matching/ring-graph';
import { ringsFor } from '@mutual-transfer/matching/rings';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, OfferRow } from '../database/schema.ts';
import { type PersonRow, personColumns } from '../people/present.ts';
import { knownOfferOf } from './known-offer.ts';

type Db = Kysely<Database>;

/** The offer of an active request. */
export type ActiveOffer = Selectable<OfferRow> & { readonly request_id: string };

/** An offer in a ring with its teacher. */
export interface Member extends PersonRow {
  readonly offer: ActiveOffer;
}

/** The offer of a request; undefined unless it is active. */
export async function findOffer(db: Db, requestId: string): Promise<ActiveOffer | undefined> {
  const [offer] = await offersWhere(db, 'request_id', [requestId]);
  return offer;
}

/** The offers of a teacher's active requests. */
export async function findOffersOf(db: Db, userId: string): Promise<ActiveOffer[]> {
  return offersWhere(db, 'user_id', [userId]);
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
  const offers = await offersWhere(db, 'request_id', requestIds);
  if (offers.length === 0) return new Map();
  const ids = offers.map(({ user_id }) => user_id);
  const people = await db.selectFrom('users').select(personColumns).where('users.id', 'in', ids).execute();
  const byId = new Map(people.map((person) => [person.personId, person]));
  const members = offers.flatMap((offer) => {
    const person = byId.get(offer.user_id);
    return person === undefined ? [] : [{ ...person, offer }];
  });
  return new Map(members.map((member) => [member.offer.request_id, member]));
}

async function offersWhere(
  db: Db,
  column: 'request_id' | 'user_id',
  ids: readonly string[],
): Promise<ActiveOffer[]> {
  const offers = await db
    .selectFrom('offers')
    .selectAll()
    .where(column, '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('request_id')
    .execute();
  return offers.flatMap(({ request_id, ...offer }) =>
    request_id === null ? [] : [{ ...offer, request_id }],
  );
}
