import { StartupError } from '../apps/server/src/startup-error.ts';
import { dashboardRows, measureDashboard } from './dashboard.ts';
import { type MeasuredRow, measureRow, type Pace } from './measure/measure-row.ts';
import { type BenchOptions, OptionError, readOptions, usage } from './options.ts';
import { writeDocumentation } from './report/documentation.ts';
import { lineOf, type MeasuredWorld, reportOf, worldSentence } from './report/report.ts';
import { rowsOf } from './rows.ts';
import { type Stage, setStage } from './servers/stage.ts';
import { type Cluster, openCluster, versionOf } from './world/cluster.ts';
import { postgresMemory } from './world/memory.ts';
import { type SeededWorld, seededWorld } from './world/seeded-world.ts';
import { measureWrites } from './writes.ts';

/** `npm run bench`: measures the product at up to millions of requests beside a bare route. */
try {
  await bench(readOptions(process.argv.slice(2)));
} catch (error) {
  if (error instanceof OptionError) console.error(`${error.message}\n${usage}`);
  else if (error instanceof StartupError) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
}

async function bench(options: BenchOptions): Promise<void> {
  const cluster = await openCluster(process.env.DATABASE_URL || undefined);
  try {
    const setting = { ...options, postgresVersion: await versionOf(cluster) };
    const worlds: MeasuredWorld[] = [];
    for (const size of options.sizes) {
      const measured = await benchSize(cluster, size, options);
      if (measured === undefined) continue;
      worlds.push(measured);
      // After each world, so that a run that is stopped leaves the figures of the worlds before.
      if (options.write) await writeDocumentation(reportOf(worlds, setting));
    }
    if (worlds.length > 0) console.info(reportOf(worlds, setting));
  } finally {
    await cluster.stop();
  }
}

async function benchSize(
  cluster: Cluster,
  size: number,
  options: BenchOptions,
): Promise<MeasuredWorld | undefined> {
  const world = await seededWorld(cluster, size, report);
  report(worldSentence(world.counts));
  if (options.seedOnly) return undefined;
  const stage = await setStage(world);
  try {
    return await measureWorld(world, stage, options);
  } finally {
    await stage.close();
  }
}

async function measureWorld(
  { size, counts }: SeededWorld,
  stage: Stage,
  { only, ...pace }: BenchOptions,
): Promise<MeasuredWorld> {
  const isWanted = (name: string) => name.toLowerCase().includes(only.toLowerCase());
  const rows: MeasuredRow[] = [];
  let peak: number | undefined;
  for (const { measure } of measurementsOf(stage, counts.active, pace).filter(({ name }) => isWanted(name))) {
    const row = await measure();
    rows.push(row);
    report(lineOf(row));
    // PostgreSQL does not report its peak.
    const memory = await postgresMemory(stage.observer);
    if (memory !== undefined) peak = Math.max(peak ?? 0, memory);
  }
  rows.push(...(await measureWrites(stage, pace, isWanted)));
  if (rows.length === 0) throw new OptionError(`No row’s name contains “${only}”.`);
  const memory = { app: await stage.app.peakMemory(), postgres: peak };
  return { size, counts, indexing: stage.indexing, rows, memory };
}

interface Measurement {
  readonly name: string;
  readonly measure: () => Promise<MeasuredRow>;
}

function measurementsOf(stage: Stage, active: number, pace: Pace): Measurement[] {
  return [
    ...rowsOf(stage.samples, active).map((row) => ({
      name: row.name,
      measure: () => measureRow(row, stage, pace),
    })),
    ...dashboardRows.map((row) => ({ name: row.name, measure: () => measureDashboard(row, stage, pace) })),
  ];
}

/** Prints progress. Only the report goes to standard output. */
function report(line: string): void {
  console.error(line);
}
