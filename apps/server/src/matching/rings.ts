import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import {
  RINGS_SHOWN,
  type Ring,
  type RingMember,
  SHORTEST_SHOWN_RING,
} from '@mutual-transfer/domain/matching/ring';
import {
  containsExcludedPair,
  type ExcludedPairs,
  excludedFor,
} from '@mutual-transfer/matching/excluded-pairs';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import { type OfferRing, ringsFor } from '@mutual-transfer/matching/live/rings';
import { sql } from 'kysely';
import type { Contacts } from '../people/contacts.ts';
import { type PersonRow, personColumns, presentCandidate, presentPerson } from '../people/present.ts';
import { excludedIds } from '../people/visibility.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Db } from '../platform/database/tables.ts';
import { type DistanceBetween, placeOfBlock } from '../platform/places.ts';
import type { Viewer } from '../platform/sessions.ts';
import type { RuledGraph } from './graph/offer-changes.ts';
import { graphOfferOf, type OfferRules, type StratumRules, shownWishOf } from './index/request-offer.ts';
import { type ActiveOffer, asActive, findOffersOf, offerRow } from './offers.queries.ts';

/** Teacher in a ring, with the offer of their request. */
export interface RingTeacher extends PersonRow {
  offer: ActiveOffer;
  /** Teachers separated from this one by a block. */
  excluded: readonly string[];
}

/** Factor by which more rings are searched if a block separates members of one of the best rings. */
const LOOKED_AT_AROUND_BLOCKS = 10;

/**
 * Returns the best rings of three or more through an active request. Each starts with the teacher of the request. The graph in memory
 * selects the rings. Leaves out rings whose members' offers no longer fit in the database, and rings in which one teacher blocks another,
 * since they cannot be proposed.
 */
export async function ringsThrough(
  db: Db,
  current: RuledGraph,
  offer: ActiveOffer,
): Promise<RingTeacher[][]> {
  const { rules } = current;
  if (!hasServed(offer.joined_on, rules)) return [];
  const { rings, members } = await unblockedRings(db, current, offer);
  return rings.flatMap((ring) => {
    const found = ring.flatMap(({ id }) => members.get(id) ?? []);
    return found.length === ring.length && isRing(found, rules) ? [found] : [];
  });
}

/** Returns the number of teachers in the shortest ring that the list shows; undefined if it shows none. */
export async function shortestUnblocked(
  db: Db,
  current: RuledGraph,
  offer: ActiveOffer,
): Promise<number | undefined> {
  const { rings } = await unblockedRings(db, current, offer);
  return rings[0]?.length;
}

interface FoundRings {
  rings: OfferRing[];
  /** Members of the rings by request, as far as their offers exist. */
  members: ReadonlyMap<string, RingTeacher>;
}

/**
 * Returns the best rings of the graph in which no teacher blocks another. If one of the best rings contains a block, searches again without
 * the teachers whom a block separates from the owner of the offer, and for more rings.
 */
async function unblockedRings(db: Db, { graph, rules }: RuledGraph, offer: ActiveOffer): Promise<FoundRings> {
  const mine = offerOf(offer, rules);
  const rings = ringsFor(graph, mine, { shortest: SHORTEST_SHOWN_RING, limit: RINGS_SHOWN });
  const members = await findMembers(db, requestsOf(rings));
  const excluded = excludedAmong(members);
  if (!rings.some((ring) => containsExcludedPair(teachersOf(ring), excluded))) return { rings, members };
  const more = ringsFor(graph, mine, {
    shortest: SHORTEST_SHOWN_RING,
    limit: RINGS_SHOWN * LOOKED_AT_AROUND_BLOCKS,
    without: excludedFor([offer.user_id], excluded),
  });
  const membersOfMore = await findMembers(db, requestsOf(more));
  const excludedOfMore = excludedAmong(membersOfMore);
  return {
    rings: more
      .filter((ring) => !containsExcludedPair(teachersOf(ring), excludedOfMore))
      .slice(0, RINGS_SHOWN),
    members: membersOfMore,
  };
}

function requestsOf(rings: readonly OfferRing[]): string[] {
  return [...new Set(rings.flatMap((ring) => ring.map(({ id }) => id)))];
}

function excludedAmong(members: ReadonlyMap<string, RingTeacher>): ExcludedPairs {
  return new Map([...members.values()].map(({ personId, excluded }) => [personId, new Set(excluded)]));
}

function teachersOf(ring: OfferRing): string[] {
  return ring.map(({ teacher }) => teacher);
}

/** Converts a row of an offer to an offer of the matching package. */
export function offerOf(offer: ActiveOffer, rules: StratumRules): GraphOffer {
  return graphOfferOf({ ...offer, waiting_since: offer.offered_at.getTime() }, rules);
}

/** Returns true if each member accepts the next one's place, all are in one stratum, and all have served long enough. */
function isRing(members: readonly RingTeacher[], rules: OfferRules): boolean {
  if (!members.every(({ offer }) => hasServed(offer.joined_on, rules))) return false;
  const offers = members.map(({ offer }) => offerOf(offer, rules));
  return offers.every(({ to, stratum }, index) => {
    const next = offers[(index + 1) % offers.length];
    return next !== undefined && to.includes(next.from) && stratum === next.stratum;
  });
}

interface Showing {
  viewer: Viewer;
  contacts: Contacts;
  distanceBetween: DistanceBetween;
}

/** Returns a ring as the viewer may see it. Its members are presented as in matches. */
export function presentRing(members: readonly RingTeacher[], showing: Showing): Ring {
  const presented = members.map((member, index) =>
    presentMember(member, members[(index + 1) % members.length] ?? member, showing),
  );
  const requests = members.map(({ offer }) => offer.request_id);
  return { length: members.length, members: presented, requests };
}

function presentMember(
  { offer, ...person }: RingTeacher,
  next: RingTeacher,
  { viewer, contacts, distanceBetween }: Showing,
): RingMember {
  return {
    user: presentCandidate(
      presentPerson(person, viewer, shownWishOf(offer), contacts.isOpen(person.personId)),
      offer.category,
    ),
    requestId: offer.request_id,
    movesTo: placeOfBlock(next.offer.from_block),
    distanceKm: distanceBetween(offer.from_block, next.offer.from_block),
    waitingSince: offer.offered_at.toISOString(),
  };
}

/** Returns true if the second teacher is a member of a ring that the first teacher is shown. */
export async function shareRing(
  db: Db,
  graph: RuledGraph,
  firstId: string,
  secondId: string,
): Promise<boolean> {
  for (const offer of await findOffersOf(db, firstId)) {
    const rings = await ringsThrough(db, graph, offer);
    if (rings.some((ring) => ring.some(({ personId }) => personId === secondId))) return true;
  }
  return false;
}

async function findMembers(db: Db, requestIds: readonly string[]): Promise<Map<string, RingTeacher>> {
  if (requestIds.length === 0) return new Map();
  const query = db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.user_id')
    .select(offerRow)
    .select(personColumns)
    .select(sql<string[]>`array(${excludedIds(sql.ref('offers.user_id'))})::text[]`.as('excluded'))
    .where('request_id', '=', sql<string>`any(${requestIds}::uuid[])`);
  const rows = await executePrepared(db, 'members of rings', query.compile());
  const members = rows.flatMap((row) => {
    const offer = asActive(row);
    return offer === undefined ? [] : [{ ...row, offer }];
  });
  return new Map(members.map((member) => [member.offer.request_id, member]));
}
