import { isDeepStrictEqual } from 'node:util';
import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { GraphOffer, RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../platform/database/tables.ts';
import { type IndexableOffer, isOfRequest, readOffers } from '../index/indexed-offers.queries.ts';
import { readRequests } from '../index/indexed-requests.queries.ts';
import type { IndexedRequest, ListIndex } from '../index/list-index.ts';
import type { MatchIndex } from '../index/match-index.ts';
import { graphOfferOf, type OfferRules } from '../index/request-offer.ts';

/** Graph of the offers of all active requests, and the rules that define its strata and its longest ring. */
export interface RuledGraph {
  graph: RingGraph;
  rules: Rules;
}

/** Indexes for lists and matches. */
export interface OfferIndexes {
  /** Index of the requests in lists. */
  list: ListIndex;
  /** Index of the offers of requests and of registered wishes. */
  matches: MatchIndex;
}

/** Graph and indexes at a snapshot. */
export interface OffersAt extends RuledGraph, OfferIndexes {
  /** Snapshot whose commits are contained. Some later commits may be contained too. */
  snapshot: string;
}

/** Graph and indexes without their snapshot. */
export type LoadedOffers = Omit<OffersAt, 'snapshot'>;

/** Changes since a snapshot. */
interface Changes {
  snapshot: string;
  offerIds: string[];
  /** True if there are too many changes to apply row by row, or if older changes were pruned. */
  isTooMuch: boolean;
}

/** Maximum number of changes to apply; for more changes, reading everything is faster. */
const MOST_CHANGES = 20_000;
const RETENTION_HOURS = 1;

/**
 * Updates graph and indexes to the current commits and rules. Reads everything before it changes graph or indexes, so an error leaves them
 * unchanged.
 *
 * @returns undefined if everything must be read again.
 */
export async function followChanges(
  client: pg.Client,
  before: OffersAt,
  rules: Rules,
): Promise<OffersAt | undefined> {
  if (!isDeepStrictEqual(lastingPart(before.rules), lastingPart(rules))) return undefined;
  const loaded = { ...before, rules };
  const { snapshot, offerIds, isTooMuch } = await readChanges(client, before.snapshot);
  const ids = [...offerIds, ...(await readServedSince(client, before.rules, rules))];
  if (isTooMuch || ids.length > MOST_CHANGES) return undefined;
  if (ids.length > 0) {
    const offers = (await readOffers(client, ids)).map((offer) => asRead(offer, rules));
    if (!setAll(loaded, ids, offers, await readRequests(client, ids))) return undefined;
  }
  return { ...loaded, snapshot };
}

/** Returns the rules whose change requires a full reload, because they define strata or the longest ring. */
function lastingPart({ mustBeEqual, largestGroup, joinedBy }: Rules): unknown {
  return [mustBeEqual, largestGroup, joinedBy === null];
}

/** Returns the ids of offers whose teachers have served long enough under only one of the two rules. Each day adds some teachers. */
async function readServedSince(
  client: pg.Client,
  { joinedBy: one }: OfferRules,
  { joinedBy: other }: OfferRules,
): Promise<string[]> {
  if (one === other) return [];
  const { rows } = await client.query<{ id: string }>(
    `select coalesce(request_id, user_id)::text as id from offers
    where joined_on > least($1::date, $2::date) and joined_on <= greatest($1::date, $2::date)
    limit ${MOST_CHANGES + 1}`,
    [one, other],
  );
  return rows.map(({ id }) => id);
}

/**
 * Applies the offers and requests that were read for these ids. Removes ids for which no row was read.
 *
 * @returns false if everything must be read again.
 */
function setAll(
  loaded: LoadedOffers,
  ids: readonly string[],
  offers: readonly ReadOffer[],
  requests: readonly IndexedRequest[],
): boolean {
  const idsOfOffers = offers.map(({ offer }) => offer.id);
  const idsOfRequests = requests.map(({ id }) => id);
  for (const id of leftOut(ids, idsOfOffers)) removeOffer(loaded, id);
  for (const id of leftOut(ids, idsOfRequests)) loaded.list.remove(id);
  const isFollowed = [
    ...requests.map((request) => loaded.matches.expect(request)),
    ...offers.map((offer) => setOffer(loaded, offer)),
    ...requests.map((request) => loaded.list.set(request)),
  ];
  return !isFollowed.includes(false);
}

/** Frees the memory of indexes that are no longer used. */
export function disposeIndexes(indexes: Pick<OfferIndexes, 'list' | 'matches'> | undefined): void {
  indexes?.list.dispose();
  indexes?.matches.dispose();
}

/** Offer with its form for graph and index. Offers of teachers who have not served long enough are in neither. */
interface ReadOffer {
  offer: IndexableOffer;
  takesPart: boolean;
  /** Undefined for a registered wish, which is not in the graph. */
  inGraph: GraphOffer | undefined;
}

/** Returns the offer with its form for graph and index under the rules. */
export function asRead(offer: IndexableOffer, rules: Rules): ReadOffer {
  return {
    offer,
    takesPart: hasServed(offer.joined_on, rules),
    inGraph: isOfRequest(offer) ? graphOfferOf(offer, rules) : undefined,
  };
}

export function setOffer(loaded: LoadedOffers, { offer, takesPart, inGraph }: ReadOffer): boolean {
  if (!takesPart) {
    removeOffer(loaded, offer.id);
    return true;
  }
  if (inGraph) loaded.graph.add(inGraph);
  return loaded.matches.set(offer);
}

function removeOffer({ graph, matches }: LoadedOffers, id: string): void {
  graph.remove(id);
  matches.remove(id);
}

function leftOut(ids: readonly string[], found: readonly string[]): string[] {
  const there = new Set(found);
  return ids.filter((id) => !there.has(id));
}

/**
 * SQL condition that a change was not visible in the snapshot, because its transaction committed later. Ignores transaction ids beyond the
 * newest one, which come from a dump of another server.
 */
const isUnseen = `written_by >= pg_snapshot_xmin($1::pg_snapshot)
  and written_by < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(written_by, $1::pg_snapshot)`;

/** Reads the changes in one statement, hence in one snapshot, from which the next read continues. Long transactions delay no viewer. */
async function readChanges(client: pg.Client, snapshot: string): Promise<Changes> {
  const { rows } = await client.query<Changes>(
    `with unseen as materialized (
      select distinct offer_id from offer_changes
      where ${isUnseen} limit ${MOST_CHANGES + 1}
    )
    select pg_current_snapshot()::text as snapshot,
      array(select offer_id::text from unseen where offer_id is not null) as "offerIds",
      (select count(*) > ${MOST_CHANGES} or bool_or(offer_id is null) is true from unseen)
        or exists (
          select from offer_changes_pruned
          where through >= pg_snapshot_xmin($1::pg_snapshot) and through < pg_snapshot_xmax(pg_current_snapshot())
        ) as "isTooMuch"`,
    [snapshot],
  );
  return rows[0] ?? { snapshot, offerIds: [], isTooMuch: true };
}

/** Deletes changes that every running server process has read by now. A process that has not read them must reload all offers. */
export async function pruneOfferChanges(
  db: Kysely<Database>,
  retentionHours = RETENTION_HOURS,
): Promise<void> {
  // Keeps rows that an open transaction may still hide from other transactions, so that no later read misses a change.
  await sql`
    with pruned as (
      delete from offer_changes
      where changed_at <= now() - make_interval(hours => ${retentionHours})
        and (written_by < pg_snapshot_xmin(pg_current_snapshot())
          or written_by >= pg_snapshot_xmax(pg_current_snapshot()))
      returning written_by
    )
    update offer_changes_pruned set through = latest.written_by
    from (
      select written_by from pruned
      where written_by < pg_snapshot_xmin(pg_current_snapshot())
      order by written_by desc limit 1
    ) latest`.execute(db);
}
