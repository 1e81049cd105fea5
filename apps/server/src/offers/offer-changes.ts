import type { Rules } from '@mutual-transfer/domain/policy-rules';
import { RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/schema.ts';
import { hasServedBy, offerColumns, readActiveOffers } from './active-offers.ts';
import { knownOfferOf, type RequestOffer } from './known-offer.ts';

/** The offers of all active requests, and the rules by which they are in strata and rings have a longest length. */
export interface RuledGraph {
  readonly graph: RingGraph;
  readonly rules: Rules;
}

/** The offers of one moment; what committed since is what the snapshot of that moment does not see. */
export interface OffersAt extends RuledGraph {
  readonly snapshot: string;
}

/** What happened since a snapshot. */
interface Changes {
  readonly snapshot: string;
  readonly requestIds: string[];
  /** Too much was changed, or too long ago, to be followed row by row. */
  readonly isTooMuch: boolean;
}

/** Rows read at once: between two batches the event loop serves other calls. */
const BATCH_SIZE = 300;
/** With more changes than this, reading all is quicker. */
const MOST_CHANGES = 20_000;
const KEPT_HOURS = 1;

/** Reads every active request's offer that the rules let be in rings. */
export async function readAllOffers(client: pg.Client, rules: Rules): Promise<OffersAt> {
  const graph = new RingGraph(rules.largestGroup);
  const snapshot = await readActiveOffers(client, { rules, batchSize: BATCH_SIZE }, (offer) =>
    graph.add(offer),
  );
  return { graph, rules, snapshot };
}

/** Brings the graph up to what is committed now. @returns undefined when all must be read anew. */
export async function followChanges(
  client: pg.Client,
  { graph, rules, snapshot }: OffersAt,
): Promise<OffersAt | undefined> {
  const changes = await readChanges(client, snapshot);
  if (changes.isTooMuch) return undefined;
  if (changes.requestIds.length > 0) {
    const { rows } = await client.query<RequestOffer>(
      `select ${offerColumns} from offers where request_id = any($1::uuid[]) and ${hasServedBy('$2')}`,
      [changes.requestIds, rules.joinedBy],
    );
    const byId = new Map(rows.map((row) => [row.request_id, row]));
    for (const id of changes.requestIds) {
      const row = byId.get(id);
      if (row === undefined) graph.remove(id);
      else graph.add(knownOfferOf(row, rules));
    }
  }
  return { graph, rules, snapshot: changes.snapshot };
}

/**
 * One statement, so one snapshot, sees the changes and becomes the next position. Rows of a transaction that was open
 * at the last one are found whenever it commits, and a long one delays no reader. A number beyond the newest
 * transaction comes from a dump of another server and says nothing.
 */
async function readChanges(client: pg.Client, snapshot: string): Promise<Changes> {
  const { rows } = await client.query<Changes>(
    `with unseen as materialized (
      select distinct request_id from offer_changes
      where written_by >= pg_snapshot_xmin($1::pg_snapshot)
        and written_by < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(written_by, $1::pg_snapshot)
      limit ${MOST_CHANGES + 1}
    )
    select pg_current_snapshot()::text as snapshot,
      array(select request_id::text from unseen where request_id is not null) as "requestIds",
      (select count(*) > ${MOST_CHANGES} or bool_or(request_id is null) is true from unseen)
        or exists (
          select from offer_changes_pruned
          where through >= pg_snapshot_xmin($1::pg_snapshot) and through < pg_snapshot_xmax(pg_current_snapshot())
        ) as "isTooMuch"`,
    [snapshot],
  );
  return rows[0] ?? { snapshot, requestIds: [], isTooMuch: true };
}

/** Deletes changes that every running server process has long read; a process that has not reloads all offers. */
export async function pruneOfferChanges(db: Kysely<Database>, keptHours = KEPT_HOURS): Promise<void> {
  // What an open transaction might still hold back stays: then no later reader misses a change.
  await sql`
    with pruned as (
      delete from offer_changes
      where changed_at <= now() - make_interval(hours => ${keptHours})
        and (written_by < pg_snapshot_xmin(pg_current_snapshot())
          or written_by >= pg_snapshot_xmax(pg_current_snapshot()))
      returning written_by
    )
    update offer_changes_pruned set through = latest.written_by
    from (
      select written_by from pruned where written_by < pg_snapshot_xmin(pg_current_snapshot())
      order by written_by desc limit 1
    ) latest`.execute(db);
}
