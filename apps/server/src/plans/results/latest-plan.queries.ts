import type { PlanFigures, PlanSummary } from '@mutual-transfer/domain/matching/plan';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { TtlCache } from '../../ttl-cache.ts';

type Stratum = PlanFigures['strata'][number];

/** Published data of the latest completed nightly plan. Plans that administrators requested are shown to administrators only. */
export interface LatestPlan {
  readonly summary: PlanSummary;
  /** Returns the plan's figures for a subject code, class level and category; undefined if no offer had these attributes. */
  readonly stratum: (subject: string, classRange: string, category: string | null) => Stratum | undefined;
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
