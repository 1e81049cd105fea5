import { type MeasuredRow, measureRow, namesOf, type Row } from './measure/measure-row.ts';
import { peakMemoryOf } from './measure/processes.ts';
import { readNumber, readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { lineOf, type MeasuredWorld, reportOf, worldSentence } from './report/report.ts';
import { rowsOf } from './rows.ts';
import { type Stage, withStage } from './servers/stage.ts';
import { withCluster } from './world/cluster.ts';
import { seededWorld } from './world/seeded-world.ts';

/**
 * `npm run bench`: measures the product with data sets of several sizes, compared with a bare route. `--sizes` gives
 * the numbers of requests, separated by commas; `--only` measures the rows whose name contains a text, ignoring case;
 * `--seed-only` creates the data sets and measures nothing.
 */
const options = readOptions({
  sizes: '100000,1000000',
  seconds: [5, 1, 600],
  connections: [16, 1, 500],
  only: '',
  write: false,
  'seed-only': false,
});
const sizes = options.sizes.split(',').map((text) => readNumber('sizes', text, [1, 1_000, 10_000_000]));
const worlds: MeasuredWorld[] = [];
for (const requests of sizes) {
  if (options['seed-only']) {
    await withCluster(async (cluster) =>
      console.error(worldSentence((await seededWorld(cluster, requests)).counts)),
    );
    continue;
  }
  worlds.push(await withStage(requests, measureWorld));
  // After each data set, so that an interrupted run has published the figures of the earlier ones.
  await publish('bench', reportOf(worlds, options), options.write);
}

async function measureWorld(stage: Stage): Promise<MeasuredWorld> {
  const { samples, observer, startSeconds, world } = stage;
  console.error(worldSentence(world.counts));
  const isWanted = (row: Row) =>
    namesOf(row).some((name) => name.toLowerCase().includes(options.only.toLowerCase()));
  const rows: MeasuredRow[] = [];
  for (const row of rowsOf(samples, world.counts.active).filter(isWanted)) {
    const measured = await measureRow(row, stage, options);
    for (const each of measured) console.error(lineOf(each));
    rows.push(...measured);
  }
  if (rows.length === 0) throw new Error(`No row’s name contains “${options.only}”.`);
  const { rows: settings } = await observer.query<{ server_version: string }>('show server_version');
  const postgresVersion = settings[0]?.server_version ?? 'of an unknown version';
  return {
    ...world,
    startSeconds,
    rows,
    postgresVersion,
    peakMemory: await peakMemoryOf(stage.app.child.pid),
  };
}
