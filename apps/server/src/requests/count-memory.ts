import { filterNames, type ListFilters } from '@mutual-transfer/domain/request-filters';
import type { Kysely } from 'kysely';
import { BriefMemory } from '../brief-memory.ts';
import type { Database } from '../database/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Count } from './list-filters.ts';
import { countListed } from './requests.queries.ts';

/** Up to here a count is made anew for every reader. */
const FEW = 1_000;
const MANY_LIVES = 5_000;
const BEYOND_WINDOW_LIVES = 60_000;
const LISTS = 10_000;

/** How many requests lists hold. */
export interface CountMemory {
  readonly count: (db: Kysely<Database>, filters: ListFilters, viewer: Viewer) => Promise<Count>;
  /** Something was written here, which its writer must find counted. */
  readonly forget: () => void;
}

/**
 * Counts lists; where there is much to count, the count is remembered: five seconds, in which other servers may write, and
 * a minute where there are more than can be paged through, for those do not become few in a minute.
 */
export function rememberCounts(primary: Kysely<Database>, now: () => Date): CountMemory {
  const memory = new BriefMemory<Count>(lifetimeOf, LISTS);
  return {
    count: (db, filters, viewer) => {
      const knows = db === primary ? 'everything' : lastWriteOf(viewer);
      return memory.get(keyOf(knows, filters), now().getTime(), () => countListed(db, filters));
    },
    forget: () => memory.forget(({ totalIsExact }) => totalIsExact),
  };
}

/** A replica counts what a viewer wrote from some moment on; what it counted for others before may lack it. */
function lastWriteOf(viewer: Viewer): string {
  return viewer.kind === 'anonymous' ? '' : String(viewer.wroteAt ?? '');
}

function lifetimeOf({ total, totalIsExact }: Count): number {
  if (!totalIsExact) return BEYOND_WINDOW_LIVES;
  return total > FEW ? MANY_LIVES : 0;
}

function keyOf(knows: string, filters: ListFilters): string {
  return JSON.stringify([knows, ...filterNames.map((name) => filters[name])]);
}
