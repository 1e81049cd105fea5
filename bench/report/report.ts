import { availableParallelism, cpus, totalmem } from 'node:os';
import type { MeasuredRow } from '../measure/measure-row.ts';
import type { SeededWorld, WorldCounts } from '../world/seeded-world.ts';
import { type Column, megabytes, milliseconds, table, whole } from './table.ts';

/** All figures of one world. */
export interface MeasuredWorld extends SeededWorld {
  readonly startSeconds: number;
  readonly rows: readonly MeasuredRow[];
  readonly postgresVersion: string;
  /** Peak memory of the app in bytes, or `undefined` if the platform does not report it. */
  readonly peakMemory: number | undefined;
}

/** How the figures were taken. */
export interface Setting {
  readonly seconds: number;
  readonly connections: number;
}

const HOW_TO_READ =
  'Times are median / 99th percentile in milliseconds. The bare route is a Fastify server without plugins that answers the first page by ' +
  'one statement, through a pool of the same size. The share is the app’s requests a second divided by those of the bare route, measured ' +
  'in turns.';

const figure = (title: string): Column => ({ title, isFigure: true });

/** Returns the report in Markdown: the largest world row by row, growth over all worlds, and the missed limits. */
export function reportOf(worlds: readonly MeasuredWorld[], setting: Setting): string {
  const ordered = worlds.toSorted((first, second) => first.size - second.size);
  const shown = ordered.at(-1);
  if (shown === undefined) throw new Error('No world was measured.');
  return [
    `${settingSentence(setting, shown)} ${worldSentence(shown.counts)}`,
    HOW_TO_READ,
    rowTable(shown.rows),
    startTable(ordered),
    ...(ordered.length > 1 ? [`#### Growth with the number of requests\n\n${growthTable(ordered)}`] : []),
    missedSentence(ordered),
  ].join('\n\n');
}

/** Returns how many requests and teachers a world has, as a sentence. */
export function worldSentence({ requests, active, teachers }: WorldCounts): string {
  return `${whole(requests)} requests (${whole(active)} active) of ${whole(teachers)} teachers.`;
}

/** Returns one row as plain text, for the terminal. */
export function lineOf(row: MeasuredRow): string {
  const [name = '', ...cells] = cellsOf(row);
  return `${name.padEnd(50)} ${cells.join('  ')}`;
}

function settingSentence({ seconds, connections }: Setting, { postgresVersion }: MeasuredWorld): string {
  const processor = cpus()[0]?.model.trim() || 'an unknown processor';
  return (
    `${availableParallelism()} cores of ${processor}, ${whole(totalmem() / 2 ** 30)} GB; Node ${process.version.slice(1)}, ` +
    `PostgreSQL ${postgresVersion}; the load generator, the servers and PostgreSQL share the cores. ` +
    `${connections} callers unless a row says one, ${seconds} s a row.`
  );
}

function rowTable(rows: readonly MeasuredRow[]): string {
  const columns = ['app, ms', 'app, a second', 'bare, ms', 'bare, a second', 'share'].map(figure);
  return table([{ title: '' }, ...columns, { title: 'limits' }], rows.map(cellsOf));
}

function cellsOf(row: MeasuredRow): string[] {
  const { name, app, bare } = row;
  return [
    name,
    timesOf(app),
    whole(app.requestsPerSecond),
    bare ? timesOf(bare) : '–',
    bare ? whole(bare.requestsPerSecond) : '–',
    shareOf(row)?.toFixed(2) ?? '–',
    verdictOf(row),
  ];
}

function timesOf({ answers, median, p99 }: MeasuredRow['app']): string {
  return answers === 0 ? '–' : `${milliseconds(median)} / ${milliseconds(p99)}`;
}

function shareOf({ app, bare }: MeasuredRow): number | undefined {
  return bare && app.requestsPerSecond / bare.requestsPerSecond;
}

function verdictOf(row: MeasuredRow): string {
  const { app, limits } = row;
  const failed = app.errors + app.refusals;
  if (failed > 0) return `${failed} of ${app.answers + app.errors} failed`;
  if (Object.keys(limits).length === 0) return '–';
  const missed = missedLimits(row);
  return missed.length === 0 ? 'reached' : `missed: ${missed.join(', ')}`;
}

function missedLimits(row: MeasuredRow): string[] {
  const { app, limits } = row;
  const exceeds = (value = 0, limit = Number.POSITIVE_INFINITY) => value > limit;
  return [
    exceeds(app.median, limits.median) ? `median ${limits.median}` : '',
    exceeds(app.p99, limits.p99) ? `99th ${limits.p99}` : '',
    exceeds(limits.share, shareOf(row)) ? `share ${limits.share}` : '',
    exceeds(limits.perSecond, app.requestsPerSecond) ? `a second ${limits.perSecond}` : '',
  ].filter(Boolean);
}

function startTable(worlds: readonly MeasuredWorld[]): string {
  const columns = [
    'requests',
    's from the start to the open port, with lists from memory',
    'peak MB of the app',
  ];
  const cells = worlds.map(({ size, startSeconds, peakMemory }) => [
    whole(size),
    startSeconds.toFixed(1),
    megabytes(peakMemory),
  ]);
  return table(columns.map(figure), cells);
}

function growthTable(worlds: readonly MeasuredWorld[]): string {
  const names = [...new Set(worlds.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  const cells = names.map((name) => {
    const across = worlds.map(({ rows }) => rows.find((row) => row.name === name));
    return [name, ...across.map((row) => (row ? timesOf(row.app) : '–')), growthOf(across)];
  });
  const sizes = worlds.map(({ size }) => figure(whole(size)));
  return table([{ title: 'ms' }, ...sizes, figure('median grew')], cells);
}

function growthOf(across: readonly (MeasuredRow | undefined)[]): string {
  const [first, last] = [across[0]?.app.median, across.at(-1)?.app.median];
  return first && last ? `× ${(last / first).toFixed(1)}` : '–';
}

function missedSentence(worlds: readonly MeasuredWorld[]): string {
  const missed = worlds.flatMap(({ size, rows }) =>
    rows
      .filter((row) => missedLimits(row).length > 0)
      .map((row) => `${row.name} at ${whole(size)} (${missedLimits(row).join(', ')})`),
  );
  return missed.length === 0 ? 'No limit was missed.' : `Missed: ${missed.join('; ')}.`;
}
