import type { MeasuredRow } from '../measure/measure-row.ts';
import type { Indexing } from '../servers/watch-indexing.ts';
import type { WorldCounts } from '../world/seeded-world.ts';
import type { MeasuredWrite } from '../writes.ts';

/** All that was measured in one world. */
export interface MeasuredWorld {
  readonly size: number;
  readonly counts: WorldCounts;
  readonly indexing: Indexing;
  readonly sections: readonly { readonly title: string; readonly rows: readonly MeasuredRow[] }[];
  readonly writes: readonly MeasuredWrite[];
  /** The most there was, in bytes; undefined where it cannot be read. */
  readonly memory: { readonly app: number | undefined; readonly postgres: number | undefined };
}
