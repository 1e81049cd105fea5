import { filterNames, type ListFilters } from '@mutual-transfer/domain/request-filters';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { TtlCache } from '../ttl-cache.ts';
import { countListed } from './requests.queries.ts';

/** Up to here a list is counted anew for every reader. */
const FEW = 1_000;
const MANY_TTL = 5_000;
/** Beyond this, counting costs more than a page, and the number changes little in a minute. */
const VERY_MANY = 10_000;
const VERY_MANY_TTL = 60_000;
const LISTS = 10_000;

/** How many requests lists hold. */
export interface CountCache {
  readonly count: (db: Kysely<Database>, filters: ListFilters, viewer: Viewer) => Promise<number>;
  /** Something was written here, which its writer must find counted. */
  readonly forget: () => void;
}

/**
 * Counts lists. Where there is much to count, the count is kept: five seconds, in which other server processes may write, and a
 * minute where there are more than 10,000, which a write does not end.
 */
export function cacheCounts(primary: Kysely<Database>, now: () => Date): CountCache {
  const ttl = (total: number) => (total > FEW ? MANY_TTL : 0);
  const recent = new TtlCache<number>({ ttl, max: LISTS, now });
  const veryMany = new LRUCache<string, number>({
    max: LISTS,
    ttl: VERY_MANY_TTL,
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
      const total =
        veryMany.get(key) ?? (await recent.get(`${writes} ${key}`, () => countListed(db, filters)));
      if (total > VERY_MANY && !veryMany.has(key)) veryMany.set(key, total);
      return total;
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
