import type { Row } from '../rows.ts';
import type { RecordedCall } from '../servers/recorded-query.ts';
import type { Stage } from '../servers/stage.ts';
import type { Answered } from './figures.ts';
import { load } from './load.ts';
import { pgbench } from './pgbench.ts';

/** A row's figures, those of the same queries without the app beside them; undefined where there is nothing to compare. */
export interface MeasuredRow {
  readonly name: string;
  readonly limits: Row['limits'];
  readonly app: Answered;
  readonly bare: Answered | undefined;
  readonly pgbench: Answered | undefined;
}

/** How long, and by how many callers, each row is measured. */
export interface Pace {
  readonly connections: number;
  readonly seconds: number;
  /** Where pgbench is; undefined where it is not installed. */
  readonly pgbench: string | undefined;
}

/** Calls before it is measured, so that everything is compiled and read once. */
const WARMING_SECONDS = 1;
/** How much longer is waited where nothing was answered: as long as the app lets a query run. */
const PATIENCE_SECONDS = 15;

/** The app, then the bare route, then pgbench, each alone. */
export async function measureRow(row: Row, stage: Stage, given: Pace): Promise<MeasuredRow> {
  const { name, limits, calls } = row;
  const pace = { ...given, connections: row.connections ?? given.connections };
  const recorded = row.isCompared ? await stage.recorded.record(calls) : undefined;
  const app = await measure(stage, stage.app.base, calls, pace);
  const bare = recorded && (await measureBare(stage, recorded, pace));
  const database =
    recorded && pace.pgbench && (await pgbench(pace.pgbench, stage.databaseUrl, recorded, pace));
  return { name, limits, app, bare, pgbench: database || undefined };
}

async function measureBare(stage: Stage, recorded: readonly RecordedCall[], pace: Pace): Promise<Answered> {
  const { base } = stage.bare;
  const response = await fetch(`${base}/calls`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recorded),
  });
  if (!response.ok) throw new Error(`The bare route did not take its queries: ${await response.text()}`);
  return measure(
    stage,
    base,
    recorded.map((_, number) => ({ path: `/calls/${number}` })),
    pace,
  );
}

/** Calls that were under way when the time was over leave their queries behind; the next figures wait for those. */
async function measure(
  stage: Stage,
  base: string,
  calls: Row['calls'],
  { connections, seconds }: Pace,
): Promise<Answered> {
  await load({ base, calls, connections, seconds: WARMING_SECONDS });
  await stage.untilIdle();
  const answered = await load({ base, calls, connections, seconds });
  await stage.untilIdle();
  if (answered.answers > 0) return answered;
  const patient = await load({ base, calls, connections, seconds: seconds + PATIENCE_SECONDS });
  await stage.untilIdle();
  return patient;
}
