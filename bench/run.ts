import { StartupError } from '../apps/server/src/startup-error.ts';
import { type MeasuredRow, measureRow, type Pace } from './measure/measure-row.ts';
import { findPgbench } from './measure/pgbench.ts';
import { type BenchOptions, OptionError, readOptions, usage } from './options.ts';
import { lineOf, sectionTable } from './report/section-table.ts';
import { sectionsOf } from './rows.ts';
import { setStage } from './servers/stage.ts';
import { openCluster } from './world/cluster.ts';
import { type SeededWorld, seededWorld } from './world/seeded-world.ts';

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
  const pace = { ...options, pgbench: await findPgbench() };
  try {
    for (const size of options.sizes) {
      const world = await seededWorld(cluster, size, say);
      say(sentenceOf(world));
      if (!options.seedOnly) await measureWorld(world, options, pace);
    }
  } finally {
    await cluster.stop();
  }
}

async function measureWorld(world: SeededWorld, options: BenchOptions, pace: Pace): Promise<void> {
  const stage = await setStage(world);
  try {
    for (const section of sectionsOf(stage.samples)) {
      const rows = section.rows.filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));
      const measured: MeasuredRow[] = [];
      for (const row of rows) {
        const figures = await measureRow(row, stage, pace);
        say(lineOf(figures));
        measured.push(figures);
      }
      console.info(sectionTable(measured));
    }
  } finally {
    await stage.close();
  }
}

function say(line: string): void {
  console.error(line);
}

function sentenceOf({ counts: { teachers, requests, active } }: SeededWorld): string {
  const number = new Intl.NumberFormat('en-US');
  return `${number.format(requests)} requests (${number.format(active)} active) of ${number.format(teachers)} teachers.`;
}
