import { sql, type Transaction } from 'kysely';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Database } from '../database/schema.ts';
import { packBatch, unpackRings } from './ring-batches.ts';

/** Makes erasures and the completion of plans wait for each other until the transaction ends. */
export async function holdPlannedPeople(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.plansAndErasures})`.execute(transaction);
}

/** Takes the rings of a person out of every plan: the others' moves would tell their place. */
export async function eraseFromPlans(transaction: Transaction<Database>, userId: string): Promise<void> {
  await holdPlannedPeople(transaction);
  const batches = await transaction.selectFrom('plan_rings').select(['plan_id', 'lot as batch']).execute();
  for (const { plan_id, batch } of batches) {
    const kept = await transaction
      .selectFrom('plan_rings')
      .select('rings')
      .where('plan_id', '=', plan_id)
      .where('lot', '=', batch)
      .executeTakeFirst();
    if (kept === undefined) continue;
    const rings = await unpackRings(kept.rings);
    const others = rings.filter(({ members }) => members.every((member) => member.userId !== userId));
    if (others.length === rings.length) continue;
    await transaction
      .updateTable('plan_rings')
      .set({ rings: Buffer.from(packBatch(others)) })
      .where('plan_id', '=', plan_id)
      .where('lot', '=', batch)
      .execute();
  }
}

/** Those of the rings whose members all have an account: one may have been erased while the plan was made. */
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
