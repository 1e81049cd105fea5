import { sql, type Transaction } from 'kysely';
import { advisoryLocks } from '../../database/advisory-locks.ts';
import type { Database } from '../../database/tables.ts';
import { packBatch, unpackRings } from './ring-batches.ts';

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
