import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type Figures,
  figuresOf,
  load,
  loadOnThread,
  peakMemoryOf,
  processorSecondsOf,
  type Sample,
} from './measure.ts';
import { columnsOf, milliseconds, publish, table, whole } from './report.ts';
import { type Disturbance, disturbances, listsOfMember, type Row, type RowLimits, rowsOf } from './rows.ts';
import { type Stage, withStage } from './stage.ts';
import { type World, withWorld } from './world.ts';

/**
 * `npm run bench`: measures the product with data sets of several sizes, in turns with a bare route: a server that answers the first page
 * by one statement. `--sizes` gives the numbers of requests, separated by commas; `--only` measures the rows whose name contains a text;
 * `--seed-only` creates the data sets and measures nothing.
 */
const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000,1000000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    'seed-only': { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);

/** Duration of the calls before a measurement, which compile and cache what later calls reuse. */
const WARMING_SECONDS = 1;
/** The app and the bare route alternate, so that a slow minute of the machine affects both and not their ratio. */
const TURNS = 2;

interface MeasuredRow {
  name: string;
  limits: RowLimits;
  app: Figures;
  bare: Figures;
}

interface MeasuredDisturbance extends Disturbance {
  /** Lists of the member, without and with the work of others. */
  quiet: Figures;
  beside: Figures;
  others: Figures;
  /** Processor time of the app a second. */
  processor: number;
}

interface MeasuredWorld extends World {
  startSeconds: number;
  postgresVersion: string;
  rows: MeasuredRow[];
  disturbed: MeasuredDisturbance[];
  peakMemory: number | undefined;
}

const worlds: MeasuredWorld[] = [];
for (const size of options.sizes.split(',')) {
  await withWorld(Number(size), async (world) => {
    console.error(sentenceOf(world));
    if (options['seed-only']) return;
    worlds.push(await withStage(world, (stage) => measureWorld(world, stage)));
    // After each data set, so that an interrupted run has published the figures of the earlier ones.
    await publish('bench', reportOf(worlds), options.write);
  });
}

async function measureWorld(world: World, stage: Stage): Promise<MeasuredWorld> {
  const isWanted = ({ name }: { name: string }) => name.toLowerCase().includes(options.only.toLowerCase());
  const { startSeconds, postgresVersion, app } = stage;
  const measured: MeasuredWorld = {
    ...{ ...world, startSeconds, postgresVersion, rows: [], disturbed: [] },
    peakMemory: undefined,
  };
  for (const row of rowsOf(world.counts.active).filter(isWanted)) {
    measured.rows.push(await measureRow(row, stage));
    console.error(measured.rows.at(-1)?.name, cellsOf(measured.rows.at(-1)).join('  '));
  }
  for (const disturbance of disturbances.filter(isWanted)) {
    measured.disturbed.push(await measureDisturbance(disturbance, stage));
    console.error(measured.disturbed.slice(-1).map(disturbedCells).join('  '));
  }
  return { ...measured, peakMemory: await peakMemoryOf(app.child.pid) };
}

async function measureRow({ name, limits, measure, ...row }: Row, stage: Stage): Promise<MeasuredRow> {
  const pace = { connections: Number(options.connections), ...row };
  const ofApp = async (turn: number, lasting: number) => {
    const taken = await measure(stage, { ...pace, seconds: lasting, turn });
    // Calls that were in flight at the end leave statements behind.
    await stage.untilIdle();
    return taken;
  };
  const ofBare = (lasting: number) =>
    load({ ...pace, base: stage.bare.base, calls: [{ path: '/' }], seconds: lasting });
  await ofApp(0, WARMING_SECONDS);
  await ofBare(WARMING_SECONDS);
  const [app, bare]: [Sample[], Sample[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    app.push(await ofApp(turn, Math.ceil(seconds / TURNS)));
    bare.push(await ofBare(Math.ceil(seconds / TURNS)));
  }
  return { name, limits, app: figuresOf(...app), bare: figuresOf(...bare) };
}

async function measureDisturbance(disturbance: Disturbance, stage: Stage): Promise<MeasuredDisturbance> {
  const { base, child } = stage.app;
  const { disturb } = disturbance;
  const calls = (disturbance.callsOfMember ?? listsOfMember)(stage);
  const readLists = (lasting: number) => loadOnThread({ base, calls, connections: 1, seconds: lasting });
  await Promise.all([disturb(stage, WARMING_SECONDS), readLists(WARMING_SECONDS)]);
  await stage.untilIdle();
  const before = await readLists(seconds);
  const [began, processorBefore] = [performance.now(), await processorSecondsOf(child.pid)];
  const [others, beside] = await Promise.all([disturb(stage, seconds + 1), readLists(seconds)]);
  const elapsed = (performance.now() - began) / 1_000;
  const processor = ((await processorSecondsOf(child.pid)) - processorBefore) / elapsed;
  await stage.untilIdle();
  // The quiet periods before and after, so that a general slowdown of the machine is not attributed to the work.
  const quiet = figuresOf(before, await readLists(seconds));
  return { ...disturbance, quiet, beside: figuresOf(beside), others: figuresOf(others), processor };
}

function reportOf(measured: readonly MeasuredWorld[]): string {
  const ordered = measured.toSorted((first, second) => first.size - second.size);
  const sizes = ordered.map(({ size }) => `${whole(size)}, ms`);
  const rowNames = [...new Set(ordered.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  const rows = rowNames.map((name) => {
    const across = ordered.map((world) => world.rows.find((row) => row.name === name));
    return [name, ...across.map((row) => timesOf(row?.app)), ...cellsOf(across.at(-1)).slice(1)];
  });
  const columns = [...columnsOf('', [...sizes, 'a second', 'share']), { title: 'limits' }];
  const disturbedColumns = columnsOf('work of others', [
    'quiet, ms',
    'meanwhile, ms',
    'ratio of the 99th percentiles',
    'answers to others a second',
    'failed',
    'processor of the app',
  ]);
  return [
    settingOf(ordered),
    'Times are median / 99th percentile in milliseconds. The share is the app’s rate divided by that of the bare route, measured in turns by as many callers: ' +
      'a Fastify server without plugins that answers the first page by one statement, through a pool of the same size. Rate, share and limits are those of the largest world.',
    table(columns, rows),
    ...ordered.map(startOf),
    'Lists of one member while others work, in the largest world (beside the requests for codes, changes of notice settings):',
    table(disturbedColumns, ordered.at(-1)?.disturbed.map(disturbedCells) ?? []),
  ].join('\n\n');
}

function settingOf(measured: readonly MeasuredWorld[]): string {
  const processor = cpus()[0]?.model.trim() || 'an unknown processor';
  return (
    `${availableParallelism()} cores of ${processor}, ${whole(totalmem() / 2 ** 30)} GB; Node ${process.version.slice(1)}, ` +
    `PostgreSQL ${measured.at(-1)?.postgresVersion}; the load generator, the servers and PostgreSQL share the cores. ` +
    `${options.connections} callers unless a row says one; ${seconds} s a row.`
  );
}

function sentenceOf({ counts: { requests, active, teachers } }: World): string {
  return `${whole(requests)} requests (${whole(active)} active) of ${whole(teachers)} teachers.`;
}

function startOf(world: MeasuredWorld): string {
  const memory = world.peakMemory === undefined ? '–' : whole(world.peakMemory / 2 ** 20);
  return `- ${sentenceOf(world)} From the start to the open port, with lists from memory: ${world.startSeconds.toFixed(1)} s. Peak memory of the app: ${memory} MB.`;
}

function timesOf(figures: Figures | undefined): string {
  return figures?.answers ? `${milliseconds(figures.median)} / ${milliseconds(figures.p99)}` : '–';
}

/** Returns the cells of times, rate, share and limits. */
function cellsOf(row: MeasuredRow | undefined): string[] {
  if (row === undefined) return ['–', '–', '–', '–'];
  const { app, bare, limits } = row;
  const share = app.perSecond / bare.perSecond;
  const missed = [
    app.median > (limits.median ?? Number.POSITIVE_INFINITY) ? `median ${limits.median} ms` : '',
    app.p99 > (limits.p99 ?? Number.POSITIVE_INFINITY) ? `99th percentile ${limits.p99} ms` : '',
    share < (limits.share ?? 0) ? `share ${limits.share}` : '',
    app.perSecond < (limits.perSecond ?? 0) ? `${limits.perSecond} a second` : '',
  ].filter(Boolean);
  const reached = Object.keys(limits).length === 0 ? '–' : 'reached';
  const verdict = missed.length > 0 ? `**missed**: ${missed.join(', ')}` : reached;
  return [
    timesOf(app),
    whole(app.perSecond),
    share.toFixed(2),
    app.failed > 0 ? `${app.failed} of ${app.answers} failed` : verdict,
  ];
}

function disturbedCells({ name, limit, quiet, beside, others, processor }: MeasuredDisturbance): string[] {
  const ratio = beside.p99 / quiet.p99;
  const isMissed = limit !== undefined && ratio > limit;
  return [
    limit === undefined ? name : `${name} (ratio at most ${limit})`,
    ...[timesOf(quiet), timesOf(beside), `${ratio.toFixed(1)}${isMissed ? ' **missed**' : ''}`],
    ...[whole(others.perSecond), whole(others.failed + beside.failed), `${whole(100 * processor)} %`],
  ];
}
