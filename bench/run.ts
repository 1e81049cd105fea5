import { StartupError } from '../apps/server/src/startup-error.ts';
import { findPgbench } from './measure/pgbench.ts';
import { measureWorld } from './measure-world.ts';
import { type BenchOptions, OptionError, readOptions, usage } from './options.ts';
import { writeDocumentation } from './report/documentation.ts';
import type { MeasuredWorld } from './report/measured-world.ts';
import { wholeReport } from './report/whole-report.ts';
import { worldSentence } from './report/world-report.ts';
import { type Cluster, openCluster, versionOf } from './world/cluster.ts';
import { seededWorld } from './world/seeded-world.ts';

/** `npm run bench`: what the product does with a million requests, measured and set beside its limits. */
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
    const pgbench = await findPgbench();
    if (pgbench === undefined) say('pgbench is not installed: its columns stay empty.');
    const setting = { postgresVersion: await versionOf(cluster), hasPgbench: pgbench !== undefined };
    let report: string | undefined;
    for await (const worlds of measureWorlds(cluster, options, pgbench)) {
      report = wholeReport(worlds, options, setting);
      if (options.write) await writeDocumentation(report);
    }
    if (report !== undefined) console.info(report);
  } finally {
    await cluster.stop();
  }
}

/** The worlds so far after each of them: what was measured is not lost with what comes after. */
async function* measureWorlds(
  cluster: Cluster,
  options: BenchOptions,
  pgbench: string | undefined,
): AsyncGenerator<readonly MeasuredWorld[], void, undefined> {
  const worlds: MeasuredWorld[] = [];
  for (const size of options.sizes) {
    const world = await seededWorld(cluster, size, say);
    say(worldSentence(world));
    if (options.seedOnly) continue;
    worlds.push(await measureWorld(world, options, { ...options, pgbench }, say));
    yield worlds;
  }
}

/** What goes on; the report alone goes to standard output. */
function say(line: string): void {
  console.error(line);
}
