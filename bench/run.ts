import { StartupError } from '../apps/server/src/startup-error.ts';
import { type BenchOptions, OptionError, readOptions, usage } from './options.ts';
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
  try {
    for (const size of options.sizes) {
      const world = await seededWorld(cluster, size, (line) => console.error(line));
      console.info(sentenceOf(world));
    }
  } finally {
    await cluster.stop();
  }
}

function sentenceOf({ counts: { teachers, requests, active } }: SeededWorld): string {
  const number = new Intl.NumberFormat('en-US');
  return `${number.format(requests)} requests (${number.format(active)} active) of ${number.format(teachers)} teachers.`;
}
