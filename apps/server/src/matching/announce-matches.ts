import { type Kysely, sql, type Transaction } from 'kysely';
import type { Background } from '../http/connections.ts';
import type { JobWatch } from '../job-metrics.ts';
import { createNotices, type NewNotice } from '../notices/notices.ts';
import { claimOffer, storeOffersSeen } from '../people/offers.ts';
import type { Config } from '../platform/config.ts';
import { codeOf } from '../platform/database/startup-error.ts';
import type { Database } from '../platform/database/tables.ts';
import { type Pause, repeatWork, workThrough } from '../platform/repeat-work.ts';
import type { LiveGraph } from './graph/live-graph.ts';
import type { RuledGraph } from './graph/offer-changes.ts';
import { type ActiveOffer, findOffer } from './offers.queries.ts';
import { ringsThrough } from './rings.ts';

interface AnnounceDependencies {
  db: Kysely<Database>;
  graph: LiveGraph;
  config: Pick<Config, 'announceAfterMinutes'>;
  now: () => Date;
}

import { canSwap } from './perfect-matches.ts';

/** Maximum number of perfect matches of one request whose teachers are notified; those who wait longest are first. */
const MAX_NOTIFIED = 100;
const DUE_AT_ONCE = 500;
const MINUTE_MS = 60_000;
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

interface NewDependencies extends AnnounceDependencies {
  background: Background['run'];
}

/** Announces a new request after the response if no waiting time is configured. Otherwise `announceDue` announces it. */
export function announceNew(dependencies: NewDependencies, requestId: string): void {
  if (dependencies.config.announceAfterMinutes > 0) return;
  dependencies.background(() => announce(dependencies, requestId));
}

/**
 * Announces the offers that have not changed during the waiting time. A request that is deleted within minutes, or changed repeatedly, thus
 * notifies no teacher. The waiting time starts with the first call of this function after the last change.
 *
 * @throws {AggregateError} at the end, with the errors of offers that could not be announced.
 */
export async function announceDue(dependencies: AnnounceDependencies): Promise<void> {
  const { db, config, now } = dependencies;
  const moment = now();
  await storeOffersSeen(db, moment);
  const due = await db
    .selectFrom('offers_to_announce')
    .select('request_id')
    .where('seen_at', '<=', new Date(moment.getTime() - config.announceAfterMinutes * MINUTE_MS))
    .orderBy('seen_at')
    .limit(DUE_AT_ONCE)
    .execute();
  await workThrough(due, ({ request_id }) => announce(dependencies, request_id));
}

/**
 * Notifies the owners of perfect matches, and the members of rings, of a request with a new offer. Notifies once: the row in
 * `offers_to_announce` is deleted in the same transaction, so another server announces the offer if this one dies. Updates the graph first,
 * so that of two simultaneous offers the later one finds the earlier. If a recipient's account is erased at the same time, PostgreSQL may
 * abort the announcement as a deadlock victim; it is then retried.
 */
async function announce(dependencies: AnnounceDependencies, requestId: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await announceOnce(dependencies, requestId);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS) throw error;
    }
  }
}

async function announceOnce({ db, graph, now }: AnnounceDependencies, requestId: string): Promise<void> {
  const current = await graph.caughtUp();
  await db.transaction().execute(async (transaction) => {
    if (!(await claimOffer(transaction, requestId))) return;
    const offer = await findOffer(transaction, requestId);
    if (offer === undefined) return;
    const notices = [
      ...(await perfectMatches(transaction, current, offer)),
      ...(await ringNotices(transaction, current, offer)),
    ];
    await createNotices(transaction, notices, now());
  });
}

/**
 * Returns a notice for each perfect match: an offer with a perfect score as `packages/matching` defines it, so that both teachers can take
 * each other's place. Returns one notice per teacher, and none for teachers who were notified of this teacher before, so that deleting and
 * posting again notifies no teacher twice.
 */
async function perfectMatches(
  transaction: Transaction<Database>,
  { rules }: RuledGraph,
  mine: ActiveOffer,
): Promise<NewNotice[]> {
  const { rows } = await sql<{ user_id: string; request_id: string | null }>`
    select distinct on (user_id) user_id, request_id from (
      select user_id, request_id from offers
      where ${canSwap(mine, rules)}
        and not exists (
          select 1 from alerts where kind = 'perfect_match' and to_user_id = offers.user_id
            and about_user_id = ${mine.user_id}
        )
      order by (request_id is null), offered_at, user_id limit ${MAX_NOTIFIED}
    ) matches
    order by user_id, (request_id is null)`.execute(transaction);
  return rows.map(({ user_id, request_id }) => ({
    recipientId: user_id,
    content: { kind: 'perfect_match', block: mine.from_block },
    requestId: request_id,
    about: aboutOf(mine),
  }));
}

/**
 * Returns a notice for each other member of the new rings, about the shortest of their rings. A teacher is notified at most once of the
 * rings that another teacher caused.
 */
async function ringNotices(
  transaction: Transaction<Database>,
  graph: RuledGraph,
  mine: ActiveOffer,
): Promise<NewNotice[]> {
  const notices = new Map<string, NewNotice>();
  for (const ring of await ringsThrough(transaction, graph, mine)) {
    for (const [index, { personId, offer }] of ring.entries()) {
      const next = ring[(index + 1) % ring.length];
      if (personId === mine.user_id || next === undefined || notices.has(personId)) continue;
      notices.set(personId, {
        recipientId: personId,
        content: {
          kind: 'ring',
          block: next.offer.from_block,
          length: ring.length,
          requests: [...ring.slice(index), ...ring.slice(0, index)].map((member) => member.offer.request_id),
        },
        requestId: offer.request_id,
        about: aboutOf(mine),
      });
    }
  }
  if (notices.size === 0) return [];
  const notified = await findNotifiedOfRing(transaction, mine.user_id);
  return [...notices.values()].filter(({ recipientId }) => !notified.has(recipientId));
}

/** Returns the teachers who were already notified of a ring that this teacher caused. */
async function findNotifiedOfRing(
  transaction: Transaction<Database>,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('alerts')
    .select('to_user_id')
    .where('kind', '=', 'ring')
    .where('about_user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ to_user_id }) => to_user_id));
}

function aboutOf({ user_id, request_id }: ActiveOffer) {
  return { userId: user_id, requestId: request_id };
}

/**
 * Pause in milliseconds between two queries for offers to announce. Both the first query that finds an offer and its announcement are at
 * most this late.
 */
const PAUSE_MS = 10_000;

interface AnnouncingJob extends AnnounceDependencies, JobWatch {
  pause?: Pause;
}

/**
 * Announces due offers until it is stopped. Every process queries them; each offer is claimed by one process.
 * @returns a function that stops the job, and resolves after the current run.
 */
export function startAnnouncing({
  pause,
  onError,
  metrics,
  ...announcing
}: AnnouncingJob): () => Promise<void> {
  const work = () => announceDue(announcing);
  return repeatWork({ job: 'announce-offers', pauseMs: PAUSE_MS, work, pause, onError, metrics });
}
