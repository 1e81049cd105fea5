import type { Stage } from '../servers/stage.ts';
import { forgetWrites } from '../world/writers.ts';
import { closedLoop, type Visit } from './closed-loop.ts';
import { type Answered, answeredIn, type Taken } from './figures.ts';
import { type Call, load, rotated } from './load.ts';

/** Limits of a row: milliseconds, share of the requests a second of the bare route's first page, requests a second. */
export interface Limits {
  readonly median?: number;
  readonly p99?: number;
  readonly share?: number;
  readonly perSecond?: number;
}

/** A row of the benchmark: calls that are made in turn. They differ, so no cache of the app answers all of them. */
export interface CallRow {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly limits: Limits;
  /** Number of concurrent callers; the option `connections` of the benchmark if absent. */
  readonly connections?: number;
}

/**
 * Row of several calls per turn, or of calls that write. `parts` has the limits of its timed actions, by the names
 * under which they are timed.
 */
export interface VisitRow {
  readonly parts: Readonly<Record<string, Limits>>;
  readonly visit: (stage: Stage, timedAs: string) => Visit | Promise<Visit>;
  readonly connections?: number;
}

export type Row = CallRow | VisitRow;

/** The figures of a row, and those of the bare route if the row is limited to a share of it. */
export interface MeasuredRow {
  readonly name: string;
  readonly limits: Limits;
  readonly app: Answered;
  readonly bare?: Answered | undefined;
}

/** Duration and number of callers of each row. */
export interface Pace {
  readonly connections: number;
  readonly seconds: number;
}

/** Duration of the calls before the measurement, which compile and cache what later calls reuse. */
const WARMING_SECONDS = 1;
/**
 * Number of turns of the app and the bare route. They alternate, so that a slow minute of the machine affects both
 * and not their ratio.
 */
const TURNS = 2;

/** Returns the names under which a row is reported. */
export function namesOf(row: Row): string[] {
  return 'visit' in row ? Object.keys(row.parts) : [row.name];
}

/** Measures a row. @returns the figures by each of its names. */
export async function measureRow(row: Row, stage: Stage, pace: Pace): Promise<MeasuredRow[]> {
  return 'visit' in row ? measureVisit(row, stage, pace) : [await measureCalls(row, stage, pace)];
}

/** Measures visits, and deletes what they wrote. */
async function measureVisit(row: VisitRow, stage: Stage, pace: Pace): Promise<MeasuredRow[]> {
  const [first = ''] = namesOf(row);
  // An interrupted run may have left something.
  await forgetWrites(stage.observer);
  const figures = await closedLoop(await row.visit(stage, first), { ...pace, ...row });
  await forgetWrites(stage.observer);
  return [...figures].map(([name, app]) => ({ name, limits: row.parts[name] ?? {}, app }));
}

/** Measures the app and, in turns with it, the bare route. */
async function measureCalls(row: CallRow, stage: Stage, pace: Pace): Promise<MeasuredRow> {
  const { name, limits, calls, connections = pace.connections } = row;
  const measure = async (base: string, toCall: readonly Call[], seconds: number) => {
    const taken = await load({ base, calls: toCall, connections, seconds });
    // Calls that were in flight at the end leave statements behind.
    await stage.untilIdle();
    return taken;
  };
  const measureBare = (seconds: number) => measure(stage.bare.base, [{ path: '/' }], seconds);
  const hasBare = limits.share !== undefined;
  const [app, bare]: [Taken[], Taken[]] = [[], []];
  await measure(stage.app.base, calls, WARMING_SECONDS);
  if (hasBare) await measureBare(WARMING_SECONDS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const seconds = Math.ceil(pace.seconds / TURNS);
    // Each turn begins with other calls than the last one.
    const later = rotated(calls, Math.floor((turn * calls.length) / TURNS));
    app.push(await measure(stage.app.base, later, seconds));
    if (hasBare) bare.push(await measureBare(seconds));
  }
  return { name, limits, app: answeredIn(app), bare: hasBare ? answeredIn(bare) : undefined };
}
