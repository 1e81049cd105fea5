import { hasServed } from '@mutual-transfer/domain/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/policy-rules';
import { RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/schema.ts';
import { inOneSnapshot } from '../database/stream-rows.ts';
import { type ChangeTable, isUnseenBy } from '../database/unseen-changes.ts';
import { keysOfChange } from './answer-keys.ts';
import { idOfOffer, readOffers, type StreamedOffer, streamOffers } from './index/indexed-offers.ts';
import { readRequests, streamRequests } from './index/indexed-requests.ts';
import { ListIndex } from './index/list-index.ts';
import { MatchIndex } from './index/match-index.ts';
import { knownOfferOf } from './known-offer.ts';

/** The offers of all active requests, and the rules by which they are in strata and rings have a longest length. */
export interface RuledGraph {
  readonly graph: RingGraph;
  readonly rules: Rules;
}

/** What lists and matches are found by. */
export interface Indexes {
  /** The requests that lists show. */
  readonly list: ListIndex;
  /** Their offers, and those of registered wishes. */
  readonly matches: MatchIndex;
}

/** The offers of one moment; what committed since is what the snapshot of that moment does not see. */
export interface OffersAt extends RuledGraph, Indexes {
  readonly snapshot: string;
  /** The keys of answers that changed since the moment before; undefined: any may have. */
  readonly changedKeys: readonly string[] | undefined;
}

type Known = Omit<OffersAt, 'snapshot' | 'changedKeys'>;

/** What happened since a snapshot. */
interface Changes {
  readonly snapshot: string;
  readonly offerIds: string[];
  /** Too much was changed, or too long ago, to be followed row by row. */
  readonly isTooMuch: boolean;
  /** Keys of answers; null: too many, or anything may have changed. */
  readonly answerKeys: readonly string[] | null;
}

/** With more changes than this, reading all is quicker. */
const MOST_CHANGES = 20_000;
const KEPT_HOURS = 1;

/** Reads every request and every offer. */
export async function readAllOffers(client: pg.Client, rules: Rules): Promise<OffersAt> {
  const offers = {
    graph: new RingGraph(rules.largestGroup),
    list: new ListIndex(),
    matches: new MatchIndex(),
    rules,
  };
  try {
    const snapshot = await inOneSnapshot(client, async () => {
      await streamRequests(client, (request) => {
        offers.list.load(request);
        offers.matches.expect(request);
      });
      await streamOffers(client, (offer) => loadOffer(offers, offer));
    });
    offers.list.compact();
    offers.matches.compact();
    return { ...offers, snapshot, changedKeys: undefined };
  } catch (error) {
    disposeIndexes(offers);
    throw error;
  }
}

/** Brings graph and indexes up to what is committed now. @returns undefined when all must be read anew. */
export async function followChanges(client: pg.Client, known: OffersAt): Promise<OffersAt | undefined> {
  const { snapshot, offerIds, isTooMuch, answerKeys } = await readChanges(client, known.snapshot);
  if (isTooMuch) return undefined;
  if (offerIds.length > 0) {
    const [offers, requests] = [await readOffers(client, offerIds), await readRequests(client, offerIds)];
    forget(
      known,
      leftOut(offerIds, offers.map(idOfOffer)),
      leftOut(
        offerIds,
        requests.map(({ id }) => id),
      ),
    );
    const isFollowed = [
      ...requests.map((request) => known.matches.expect(request)),
      ...offers.map((offer) => setOffer(known, offer)),
      ...requests.map((request) => known.list.set(request)),
    ];
    if (isFollowed.includes(false)) return undefined;
  }
  return { ...known, snapshot, changedKeys: answerKeys?.flatMap(keysOfChange) };
}

/** Frees the memory of indexes that are not asked any more. */
export function disposeIndexes(indexes: Indexes | undefined): void {
  indexes?.list.dispose();
  indexes?.matches.dispose();
}

/** Teachers who have not served long enough take part in nothing. */
function loadOffer({ graph, matches, rules }: Known, offer: StreamedOffer): void {
  if (!hasServed(offer.joined_on, rules)) return;
  addToGraph(graph, offer, rules);
  matches.load(offer);
}

function setOffer(known: Known, offer: StreamedOffer): boolean {
  if (!hasServed(offer.joined_on, known.rules)) {
    forgetOffer(known, idOfOffer(offer));
    return true;
  }
  addToGraph(known.graph, offer, known.rules);
  return known.matches.set(offer);
}

function addToGraph(graph: RingGraph, { request_id, ...offer }: StreamedOffer, rules: Rules): void {
  if (request_id !== null) graph.add(knownOfferOf({ ...offer, request_id }, rules));
}

function forgetOffer({ graph, matches }: Known, id: string): void {
  graph.remove(id);
  matches.remove(id);
}

/** Takes out what is gone: offers, and requests. */
function forget(known: OffersAt, offers: readonly string[], requests: readonly string[]): void {
  for (const id of offers) forgetOffer(known, id);
  for (const id of requests) known.list.remove(id);
}

function leftOut(ids: readonly string[], found: readonly string[]): string[] {
  const there = new Set(found);
  return ids.filter((id) => !there.has(id));
}

/** One statement, so one snapshot, sees the changes and becomes the next position: a long transaction delays no reader. */
async function readChanges(client: pg.Client, snapshot: string): Promise<Changes> {
  const { rows } = await client.query<Changes>(
    `with unseen as materialized (
      select distinct offer_id from offer_changes
      where ${isUnseenBy('$1')} limit ${MOST_CHANGES + 1}
    ), unseen_of_answers as materialized (
      select distinct key from answer_changes
      where ${isUnseenBy('$1')} limit ${MOST_CHANGES + 1}
    )
    select pg_current_snapshot()::text as snapshot,
      array(select offer_id::text from unseen where offer_id is not null) as "offerIds",
      (select count(*) > ${MOST_CHANGES} or bool_or(offer_id is null) is true from unseen)
        or exists (
          select from offer_changes_pruned
          where through >= pg_snapshot_xmin($1::pg_snapshot) and through < pg_snapshot_xmax(pg_current_snapshot())
        ) as "isTooMuch",
      (select case when count(*) <= ${MOST_CHANGES} and bool_or(key is null) is not true then coalesce(array_agg(key), '{}') end
        from unseen_of_answers) as "answerKeys"`,
    [snapshot],
  );
  return rows[0] ?? { snapshot, offerIds: [], isTooMuch: true, answerKeys: null };
}

/** Deletes changes that every running server process has long read; a process that has not reloads all offers. */
export async function pruneOfferChanges(db: Kysely<Database>, keptHours = KEPT_HOURS): Promise<void> {
  // What an open transaction might still hold back stays: then no later reader misses a change.
  const pruned = (table: ChangeTable) => sql`
    delete from ${sql.table(table)}
    where changed_at <= now() - make_interval(hours => ${keptHours})
      and (written_by < pg_snapshot_xmin(pg_current_snapshot())
        or written_by >= pg_snapshot_xmax(pg_current_snapshot()))
    returning written_by`;
  await sql`
    with of_offers as (${pruned('offer_changes')}), of_answers as (${pruned('answer_changes')})
    update offer_changes_pruned set through = latest.written_by
    from (
      select written_by from (table of_offers union all table of_answers) as pruned
      where written_by < pg_snapshot_xmin(pg_current_snapshot())
      order by written_by desc limit 1
    ) latest`.execute(db);
}
