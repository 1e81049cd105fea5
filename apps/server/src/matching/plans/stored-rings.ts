import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';

import type { NamedRing } from '@mutual-transfer/matching/clearing/strata/named-rings';
import { type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Database } from '../../platform/database/tables.ts';

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
  for (const key of await findBatches(transaction)) {
    await changeBatch(transaction, key, async (batch) => {
      const rings = await unpackRings(batch);
      const others = rings.filter(({ members }) => members.every(({ userId }) => !userIds.has(userId)));
      return others.length === rings.length ? batch : packBatch(others);
    });
  }
}

/** Removes the rings of erased accounts from every plan, once for many erasures. Each batch is a transaction of its own. */
export async function eraseErasedFromPlans(db: Kysely<Database>): Promise<void> {
  for (const key of await findBatches(db)) {
    await db.transaction().execute(async (transaction) => {
      await lockPlanCompletion(transaction);
      await changeBatch(transaction, key, (batch) => withoutErased(transaction, batch));
    });
  }
}

interface BatchKey {
  plan_id: string;
  lot: number;
}

function findBatches(db: Kysely<Database>): Promise<BatchKey[]> {
  return db.selectFrom('plan_rings').select(['plan_id', 'lot']).execute();
}

async function changeBatch(
  transaction: Transaction<Database>,
  { plan_id, lot }: BatchKey,
  change: (batch: Uint8Array) => Promise<Uint8Array>,
): Promise<void> {
  const stored = await transaction
    .selectFrom('plan_rings')
    .select('rings')
    .where('plan_id', '=', plan_id)
    .where('lot', '=', lot)
    .executeTakeFirst();
  if (stored === undefined) return;
  const rings = await change(stored.rings);
  if (rings === stored.rings) return;
  await transaction
    .updateTable('plan_rings')
    .set({ rings: Buffer.from(rings) })
    .where('plan_id', '=', plan_id)
    .where('lot', '=', lot)
    .execute();
}

/** Returns the batch without the rings of members whose accounts were erased; the same batch if there are none. */
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
