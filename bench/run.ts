import { type MeasuredRow, measureRow } from './measure/measure-row.ts';
import { readNumber, readOptions } from './options.ts';
import { writeDocumentation } from './report/documentation.ts';
import { lineOf, type MeasuredWorld, reportOf, worldSentence } from './report/report.ts';
import { rowsOf } from './rows.ts';
import { type Stage, setStage } from './servers/stage.ts';
import { measureVisits } from './visits.ts';
import { type Cluster, openCluster, versionOf } from './world/cluster.ts';
import { postgresMemory } from './world/memory.ts';
import { type SeededWorld, seededWorld } from './world/seeded-world.ts';

/**
 * `npm run bench`: measures the product at up to millions of requests beside a bare route. `--sizes` measures several worlds, separated by
 * commas; `--only` the rows whose name contains a text, ignoring case; `--seed-only` creates the worlds and measures nothing.
 */
const size = [1_000_000, 1_000, 10_000_000] as const;
const options = readOptions({
  requests: size,
  sizes: '',
  seconds: [5, 1, 600],
  connections: [16, 1, 500],
  only: '',
  write: false,
  'seed-only': false,
});
const given = options.sizes === '' ? [] : options.sizes.split(',');
const sizes = given.map((text) => readNumber('sizes', text, size));
await bench(sizes.length === 0 ? [options.requests] : sizes);

async function bench(sizes: readonly number[]): Promise<void> {
  const cluster = await openCluster(process.env.DATABASE_URL || undefined);
  try {
    const setting = { ...options, postgresVersion: await versionOf(cluster) };
    const worlds: MeasuredWorld[] = [];
    for (const size of sizes) {
      const measured = await benchSize(cluster, size);
      if (measured === undefined) continue;
      worlds.push(measured);
      // After each world, so that a run that is stopped leaves the figures of the worlds before.
      if (options.write) await writeDocumentation('bench', reportOf(worlds, setting));
    }
    if (worlds.length > 0) console.info(reportOf(worlds, setting));
  } finally {
    await cluster.stop();
  }
}

async function benchSize(cluster: Cluster, size: number): Promise<MeasuredWorld | undefined> {
  const world = await seededWorld(cluster, size, report);
  report(worldSentence(world.counts));
  if (options['seed-only']) return undefined;
  const stage = await setStage(world);
  return measureWorld(world, stage).finally(stage.close);
}

async function measureWorld({ size, counts }: SeededWorld, stage: Stage): Promise<MeasuredWorld> {
  const pace = options;
  const isWanted = (name: string) => name.toLowerCase().includes(options.only.toLowerCase());
  const rows: MeasuredRow[] = [];
  let peak: number | undefined;
  for (const wanted of rowsOf(stage.samples, counts.active).filter(({ name }) => isWanted(name))) {
    const row = await measureRow(wanted, stage, pace);
    rows.push(row);
    report(lineOf(row));
    // PostgreSQL does not report its peak.
    const memory = await postgresMemory(stage.observer);
    if (memory !== undefined) peak = Math.max(peak ?? 0, memory);
  }
  rows.push(...(await measureVisits(stage, pace, isWanted)));
  if (rows.length === 0) throw new Error(`No row’s name contains “${options.only}”.`);
  const memory = { app: await stage.app.peakMemory(), postgres: peak };
  return { size, counts, startSeconds: stage.startSeconds, rows, memory };
}

/** Prints progress. Only the report goes to standard output. */
function report(line: string): void {
  console.error(line);
}
