import { filterNames, type ListFilters } from '@mutual-transfer/domain/request-filters';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { TtlCache } from '../ttl-cache.ts';
import type { Count } from './list-filters.ts';
import { countListed } from './requests.queries.ts';

/** Up to here a list is counted anew for every reader. */
const FEW = 1_000;
const MANY_TTL = 5_000;
const BEYOND_WINDOW_TTL = 60_000;
const LISTS = 10_000;

/** How many requests lists hold. */
export interface CountCache {
  readonly count: (db: Kysely<Database>, filters: ListFilters, viewer: Viewer) => Promise<Count>;
  /** Something was written here, which its writer must find counted. */
  readonly forget: () => void;
}

/**
 * Counts lists. Where there is much to count, the count is kept: five seconds, in which other server processes may write, and a
 * minute where there are more than can be paged through, for those do not become few in a minute.
 */
export function cacheCounts(primary: Kysely<Database>, now: () => Date): CountCache {
  const ttl = ({ total }: Count) => (total > FEW ? MANY_TTL : 0);
  const recent = new TtlCache<Count>({ ttl, max: LISTS, now });
  const beyondWindow = new LRUCache<string, Count>({
    max: LISTS,
    ttl: BEYOND_WINDOW_TTL,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
  });
  let writes = 0;
  return {
    count: async (db, filters, viewer) => {
      const key = JSON.stringify([
        db === primary ? 'everything' : lastWriteOf(viewer),
        ...filterNames.map((name) => filters[name]),
      ]);
      const count =
        beyondWindow.get(key) ?? (await recent.get(`${writes} ${key}`, () => countListed(db, filters)));
      if (!count.totalIsExact && !beyondWindow.has(key)) beyondWindow.set(key, count);
      return count;
    },
    forget: () => {
      writes += 1;
    },
  };
}

/** A replica counts what a viewer wrote from some moment on; what it counted for others before may lack it. */
function lastWriteOf(viewer: Viewer): string {
  return viewer.kind === 'anonymous' ? '' : String(viewer.wroteAt ?? '');
}
