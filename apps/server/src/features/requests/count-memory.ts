import type { Kysely } from 'kysely';
import { BriefMemory } from '../../brief-memory.ts';
import type { Database } from '../../database/schema.ts';
import type { Count, ListFilters } from './list-filters.ts';
import { countListed } from './requests.queries.ts';

/** Up to here a count is made anew for every reader. */
const FEW = 1_000;
const MANY_LIVES = 5_000;
const BEYOND_WINDOW_LIVES = 60_000;
const LISTS = 10_000;

/** How many requests lists hold. */
export interface CountMemory {
  readonly count: (filters: ListFilters) => Promise<Count>;
  /** Something was written here, which its writer must find counted. */
  readonly forget: () => void;
}

/**
 * Counts lists; where there is much to count, the count is remembered: five seconds, in which other servers may write, and
 * a minute where there are more than can be paged through, for those do not become few in a minute.
 */
export function rememberCounts(db: Kysely<Database>, now: () => Date): CountMemory {
  const memory = new BriefMemory<Count>(lifetimeOf, LISTS);
  return {
    count: (filters) => memory.get(keyOf(filters), now().getTime(), () => countListed(db, filters)),
    forget: () => memory.forget(({ totalIsExact }) => totalIsExact),
  };
}

function lifetimeOf({ total, totalIsExact }: Count): number {
  if (!totalIsExact) return BEYOND_WINDOW_LIVES;
  return total > FEW ? MANY_LIVES : 0;
}

function keyOf({ search, urgency, district, block, subject, classRange }: ListFilters): string {
  return JSON.stringify([search, urgency, district, block, subject, classRange]);
}
