import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { PlanFigures, PlanReason, PlanSummary } from '@mutual-transfer/domain/matching/plan';

import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { NamedRing } from '@mutual-transfer/matching/clearing/files/named-rings';
import { type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { TtlCache } from '../../platform/caches.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Database } from '../../platform/database/tables.ts';

type Stratum = PlanFigures['strata'][number];

/** Published data of the latest completed nightly plan. Plans that administrators requested are shown to administrators only. */
export interface LatestPlan {
  summary: PlanSummary;
  /** Returns the plan's figures for a subject code, class level and category; undefined if no offer had these attributes. */
  stratum: (subject: string, classRange: string, category: string | null) => Stratum | undefined;
}

const LIFETIME = 10_000;

/**
 * Returns a function that reads the latest completed nightly plan, and caches it for ten seconds. The function resolves with undefined if
 * there is no plan.
 */
export function latestPlanOf(db: Kysely<Database>, now: () => Date): () => Promise<LatestPlan | undefined> {
  const cache = new TtlCache<{ latest: LatestPlan | undefined }>({ name: 'plan', ttl: LIFETIME, now });
  const read = async () => ({ latest: await readLatest(db) });
  return async () => (await cache.get('', read)).latest;
}

async function readLatest(db: Kysely<Database>): Promise<LatestPlan | undefined> {
  const row = await db
    .selectFrom('plans')
    .select(['max_ring', 'finished_at', 'figures'])
    .where('is_nightly', '=', true)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { teachers, moved, byLongestRing, strata } = row.figures;
  const byKey = new Map(strata.map((each) => [keyOf(each), each]));
  const mixes = strata[0]?.mixes ?? [];
  return {
    summary: {
      isPlanned: true,
      plannedAt: row.finished_at.toISOString(),
      teachers,
      maxRing: row.max_ring,
      moved,
      movedInPairs: byLongestRing[0]?.moved ?? 0,
    },
    stratum: (subject, classRange, category) =>
      byKey.get(
        keyOf({
          subject: mixes.includes('subject') ? null : subjectByCode(subject).name,
          classRange: mixes.includes('classRange') ? null : classRange,
          category: mixes.includes('category') ? null : category,
        }),
      ),
  };
}

function keyOf({
  subject,
  classRange,
  category,
}: Pick<Stratum, 'subject' | 'classRange' | 'category'>): string {
  return JSON.stringify([subject, classRange, category]);
}

/** Returns the reason why the latest nightly plan moves a teacher or does not; null if the teacher had no offer in the plan. */
export async function findReason(db: Kysely<Database>, userId: string): Promise<PlanReason | null> {
  const row = await db
    .selectFrom('plan_reasons')
    .select('reason')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.reason ?? null;
}

/** Ids of the teachers for each reason. */
export type TeachersByReason = Readonly<Partial<Record<PlanReason, readonly string[]>>>;

/** Number of rows per statement. */
const AT_ONCE = 20_000;

/** Replaces all stored reasons. Leaves out teachers whose account was erased in the meantime. */
export async function replaceReasons(
  transaction: Transaction<Database>,
  reasons: TeachersByReason,
): Promise<void> {
  await transaction.deleteFrom('plan_reasons').execute();
  for (const [reason, teachers] of Object.entries(reasons)) {
    for (let start = 0; start < teachers.length; start += AT_ONCE) {
      const ids = teachers.slice(start, start + AT_ONCE);
      await sql`insert into plan_reasons (user_id, reason)
        select id, ${reason} from users where id = any(${ids}::uuid[])`.execute(transaction);
    }
  }
}

/** Returns true if there are active requests, and no nightly plan was ever completed. */
export async function wantsFirstPlan(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (select from offers where request_id is not null)
      and not exists (select from plans where is_nightly) as wanted`.execute(db);
  return rows[0]?.wanted === true;
}

export function plansWithNames(db: Kysely<Database>) {
  return db
    .selectFrom('plans')
    .leftJoin('users', 'users.id', 'plans.requested_by')
    .selectAll('plans')
    .select('users.name as requester');
}

/** Teacher in a planned ring, with the posting at the time of the plan. */
interface PlannedMember {
  userId: string;
  block: string;
}

/** Ring in its stored form. Each member takes the place of the next one, and the last member takes the place of the first. */
export interface StoredRing {
  stratum: string;
  members: readonly PlannedMember[];
}

const RINGS_PER_BATCH = 1_000;
const inflate = promisify(gunzip);

/** Packs rings as compressed lines, 1,000 per batch. Each member consists of an id and a block, which contain neither comma nor tab. */
export function packRings(rings: Iterable<StoredRing>): Uint8Array[] {
  const batches: Uint8Array[] = [];
  let some: StoredRing[] = [];
  const pack = () => {
    batches.push(packBatch(some));
    some = [];
  };
  for (const ring of rings) {
    some.push(ring);
    if (some.length === RINGS_PER_BATCH) pack();
  }
  if (some.length > 0) pack();
  return batches;
}

/** Packs rings as one batch, even if there are none. */
function packBatch(rings: readonly StoredRing[]): Uint8Array {
  const lines = rings.map(({ stratum, members }) =>
    [stratum, ...members.map(({ userId, block }) => `${userId},${block}`)].join('\t'),
  );
  return gzipSync(lines.join('\n'));
}

export async function unpackRings(batch: Uint8Array): Promise<StoredRing[]> {
  const text = (await inflate(batch)).toString();
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [stratum = '', ...members] = line.split('\t');
    return { stratum, members: members.map(memberOf) };
  });
}

function memberOf(text: string): PlannedMember {
  const [userId = '', block = ''] = text.split(',');
  return { userId, block };
}

/** Returns the rings of the latest nightly plan, with the ids of their teachers; an empty array before the first plan. */
export async function readRingsOfTheNight(client: pg.ClientBase): Promise<NamedRing[]> {
  const { rows } = await client.query<{ rings: Buffer }>(
    `select rings from plan_rings
    where plan_id = (select id from plans where is_nightly order by finished_at desc limit 1) order by lot`,
  );
  const rings: NamedRing[] = [];
  for (const batch of rows) {
    for (const { stratum, members } of await unpackRings(batch.rings))
      rings.push({ stratum, teachers: members.map(({ userId }) => userId) });
  }
  return rings;
}

/** Takes the advisory lock that serialises account erasure and plan completion. Released at the end of the transaction. */
export async function lockPlanCompletion(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.plansAndErasures})`.execute(transaction);
}

/**
 * Removes the rings with these people from every plan. Removes whole rings, because the moves of the other members would reveal a person's
 * place.
 */
export async function eraseFromPlans(
  transaction: Transaction<Database>,
  userIds: Set<string>,
): Promise<void> {
  await lockPlanCompletion(transaction);
  const batches = await transaction.selectFrom('plan_rings').select(['plan_id', 'lot as batch']).execute();
  for (const { plan_id, batch } of batches) {
    const stored = await transaction
      .selectFrom('plan_rings')
      .select('rings')
      .where('plan_id', '=', plan_id)
      .where('lot', '=', batch)
      .executeTakeFirst();
    if (stored === undefined) continue;
    const rings = await unpackRings(stored.rings);
    const others = rings.filter(({ members }) => members.every(({ userId }) => !userIds.has(userId)));
    if (others.length === rings.length) continue;
    await transaction
      .updateTable('plan_rings')
      .set({ rings: Buffer.from(packBatch(others)) })
      .where('plan_id', '=', plan_id)
      .where('lot', '=', batch)
      .execute();
  }
}

/** Returns the batch without the rings of members whose accounts were erased while the plan was computed. */
export async function withoutErased(
  transaction: Transaction<Database>,
  batch: Uint8Array,
): Promise<Uint8Array> {
  const rings = await unpackRings(batch);
  const ids = rings.flatMap(({ members }) => members.map(({ userId }) => userId));
  const { rows } = await sql<{ id: string }>`select id from users where id = any(${ids}::uuid[])`.execute(
    transaction,
  );
  const there = new Set(rows.map(({ id }) => id));
  const whole = rings.filter(({ members }) => members.every(({ userId }) => there.has(userId)));
  return whole.length === rings.length ? batch : packBatch(whole);
}
