import type { Limits, Row } from '../rows.ts';
import type { Stage } from '../servers/stage.ts';
import { type Answered, answeredIn, type Taken } from './figures.ts';
import { load, rotated } from './load.ts';

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

/** Measures the app and, in turns with it, the bare route. */
export async function measureRow(row: Row, stage: Stage, pace: Pace): Promise<MeasuredRow> {
  const { name, limits, calls, connections = pace.connections } = row;
  const measure = async (base: string, toCall: Row['calls'], seconds: number) => {
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
