import type { Plan, PlanBoard, PlanEntry } from '@mutual-transfer/domain/plan';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, PlanRow } from '../database/schema.ts';
import type { ComputedPlan, PlanGoal } from './compute-plan.ts';
import { holdPlannedPeople, withoutErased } from './erase-from-plans.ts';

/** After so many seconds without a heartbeat the process that computes a plan is taken for dead. */
const HEARTBEAT_TIMEOUT_SECONDS = 60;
const COMPLETED_KEPT = 10;

interface PlanWithName extends PlanRow {
  readonly requester: string | null;
}

/** Puts a plan in the line of one. The database refuses a second: `plans_one_under_way`. @returns its id. */
export async function queuePlan(
  db: Kysely<Database>,
  { maxRing, survival }: Omit<PlanGoal, 'deepSeconds'>,
  requestedBy: string,
  now: Date,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await db
    .insertInto('plans')
    .values({ id, max_ring: maxRing, survival, requested_by: requestedBy, created_at: now })
    .execute();
  return id;
}

/** Queues the plan that the product starts by itself, unless one is under way. */
export async function queueOwnPlan(
  db: Kysely<Database>,
  { maxRing, survival }: Omit<PlanGoal, 'deepSeconds'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('plans')
    .values({
      id: newId({ msecs: now.getTime() }),
      max_ring: maxRing,
      survival,
      is_nightly: true,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** There is something to plan, and the product has never planned it by itself. */
export async function wantsFirstPlan(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (select from offers where request_id is not null)
      and not exists (select from plans where status = 'completed' and is_nightly) as wanted`.execute(db);
  return rows[0]?.wanted === true;
}

/** Marks a plan as failed whose process died. */
export async function failAbandoned(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('plans')
    .set({
      status: 'failed',
      finished_at: now,
      error: 'The heartbeat of the process that computed it timed out.',
    })
    .where('status', '=', 'running')
    .where(
      'heartbeat_at',
      '<',
      sql<Date>`clock_timestamp() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS})`,
    )
    .execute();
}

/** Takes the plan that waits; of several servers one gets it. */
export function claimPlan(db: Kysely<Database>, now: Date): Promise<PlanRow | undefined> {
  return db
    .updateTable('plans')
    .set({ status: 'running', started_at: now, heartbeat_at: sql`clock_timestamp()` })
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
}

/** Says that the plan is worked on, and how far it is. @returns false when it is not wanted any more. */
export async function beat(db: Kysely<Database>, id: string, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ progress, heartbeat_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps what was planned, and forgets the oldest; a plan that was cancelled meanwhile stays so. */
export async function completePlan(
  db: Kysely<Database>,
  id: string,
  { figures, batches }: ComputedPlan,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('plans')
      .set({ status: 'completed', progress: 1, figures: JSON.stringify(figures), finished_at: now })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await holdPlannedPeople(transaction);
    for (const [batch, planned] of batches.entries()) {
      const rings = await withoutErased(transaction, planned);
      await transaction
        .insertInto('plan_rings')
        .values({ plan_id: id, lot: batch, rings: Buffer.from(rings) })
        .execute();
    }
    await forgetOldest(transaction);
  });
}

/** Marks a running plan as failed. @returns false when it was cancelled before. */
export async function failPlan(db: Kysely<Database>, id: string, error: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ status: 'failed', finished_at: now, error })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts a running plan back in the line: this server stops. */
export async function requeuePlan(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('plans')
    .set({ status: 'queued', progress: 0, started_at: null, heartbeat_at: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/** One plan; undefined when there is none of that id. */
export async function findPlan(db: Kysely<Database>, id: string): Promise<Plan | undefined> {
  const row = await plansWithNames(db).where('plans.id', '=', id).executeTakeFirst();
  return row && presentPlan(row);
}

/** The plan under way, the latest completed one, and all that have ended. */
export async function findBoard(db: Kysely<Database>): Promise<PlanBoard> {
  const current = await plansWithNames(db)
    .where('plans.status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  const latest = await plansWithNames(db)
    .where('plans.status', '=', 'completed')
    .orderBy('plans.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    current: current ? presentPlan(current) : null,
    latest: latest ? presentPlan(latest) : null,
    history: await findHistory(db),
  };
}

/** The plans that have ended, newest first, without their long figures. */
async function findHistory(db: Kysely<Database>): Promise<PlanEntry[]> {
  const rows = await plansWithNames(db)
    .where('plans.finished_at', 'is not', null)
    .orderBy('plans.finished_at', 'desc')
    .execute();
  const ofTheNight = rows.find((row) => row.status === 'completed' && row.is_nightly);
  return rows.map((row) => {
    const { figures, progress: _progress, ...shown } = presentPlan(row);
    const { teachers = null, moved = null } = figures ?? {};
    return { ...shown, teachers, moved, isPublic: row.id === ofTheNight?.id };
  });
}

function plansWithNames(db: Kysely<Database>) {
  return db
    .selectFrom('plans')
    .leftJoin('users', 'users.id', 'plans.requested_by')
    .selectAll('plans')
    .select('users.name as requester');
}

function presentPlan(row: PlanWithName): Plan {
  return {
    _id: row.id,
    status: row.status,
    maxRing: row.max_ring,
    survival: row.survival,
    progress: row.progress,
    requestedBy: row.requester,
    isNightly: row.is_nightly,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    figures: row.figures,
  };
}

/**
 * Ten completed plans of the night stay and ten of administrators, so that neither displaces the other; and what failed or
 * was cancelled since the oldest of them.
 */
async function forgetOldest(transaction: Transaction<Database>): Promise<void> {
  await sql`
    with kept as (
      select id, created_at from (
        select id, created_at, row_number() over (partition by is_nightly order by finished_at desc) as place
        from plans where status = 'completed'
      ) as completed where place <= ${COMPLETED_KEPT}
    )
    delete from plans
    where finished_at is not null and id not in (select id from kept)
      and (status = 'completed' or created_at < (select min(created_at) from kept))`.execute(transaction);
}
