import type { PlanFigures, PlanReason, PlanSummary } from '@mutual-transfer/domain/matching/plan';

import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { type Kysely, sql, type Transaction } from 'kysely';
import { TtlCache } from '../../platform/caches.ts';
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
