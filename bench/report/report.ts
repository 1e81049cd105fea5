import { availableParallelism, cpus, totalmem } from 'node:os';
import type { MeasuredRow } from '../measure/measure-row.ts';
import type { SeededWorld, WorldCounts } from '../world/seeded-world.ts';
import { columnsOf, megabytes, milliseconds, table, whole } from './table.ts';

/** All figures of one data set. */
export interface MeasuredWorld extends SeededWorld {
  readonly startSeconds: number;
  readonly rows: readonly MeasuredRow[];
  readonly postgresVersion: string;
  /** Peak memory of the app in bytes, or `undefined` if the platform does not report it. */
  readonly peakMemory: number | undefined;
}

/** Load under which the figures were measured. */
export interface Setting {
  readonly seconds: number;
  readonly connections: number;
}

const HOW_TO_READ =
  'Times are median / 99th percentile in milliseconds. The share is the app’s requests a second divided by those of the bare route, ' +
  'measured in turns: a Fastify server without plugins that answers the first page by one statement, through a pool of the same size. ' +
  'Growth is that of the median. Share, requests a second and limits are those of the largest world.';

/**
 * Returns the report in Markdown: one table over all data sets, time and memory of each start.
 */
export function reportOf(worlds: readonly MeasuredWorld[], setting: Setting): string {
  const ordered = worlds.toSorted((first, second) => first.size - second.size);
  return [
    settingSentence(setting, ordered),
    HOW_TO_READ,
    rowTable(ordered),
    ordered.map(startSentence).join('\n'),
  ].join('\n\n');
}

/** Returns a sentence with the number of requests and teachers of a data set. */
export function worldSentence({ requests, active, teachers }: WorldCounts): string {
  return `${whole(requests)} requests (${whole(active)} active) of ${whole(teachers)} teachers.`;
}

/** Returns one row as plain text, for the terminal. */
export function lineOf(row: MeasuredRow): string {
  return [row.name.padEnd(50), timesOf(row), ...verdictOf(row)].join('  ');
}

function settingSentence({ seconds, connections }: Setting, worlds: readonly MeasuredWorld[]): string {
  const processor = cpus()[0]?.model.trim() || 'an unknown processor';
  return (
    `${availableParallelism()} cores of ${processor}, ${whole(totalmem() / 2 ** 30)} GB; Node ${process.version.slice(1)}, ` +
    `PostgreSQL ${worlds.at(-1)?.postgresVersion}; the load generator, the servers and PostgreSQL share the cores. ` +
    `${connections} callers unless a row says one, one for administrators; ${seconds} s a row.`
  );
}

function rowTable(worlds: readonly MeasuredWorld[]): string {
  const sizes = worlds.map(({ size }) => `${whole(size)}, ms`);
  const names = [...new Set(worlds.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  const cells = names.map((name) => {
    const across = worlds.map(({ rows }) => rows.find((row) => row.name === name));
    const largest = across.at(-1);
    return [
      name,
      ...across.map((row) => (row ? timesOf(row) : '–')),
      growthOf(across),
      ...(largest ? verdictOf(largest) : ['–', '–', '–']),
    ];
  });
  return table([...columnsOf('', [...sizes, 'growth', 'a second', 'share']), { title: 'limits' }], cells);
}

function timesOf({ app: { answers, median, p99 } }: MeasuredRow): string {
  return answers === 0 ? '–' : `${milliseconds(median)} / ${milliseconds(p99)}`;
}

function growthOf(across: readonly (MeasuredRow | undefined)[]): string {
  const [first, last] = [across[0]?.app.median, across.at(-1)?.app.median];
  return across.length > 1 && first && last ? `× ${(last / first).toFixed(1)}` : '–';
}

/** Returns the cells of requests a second, share and limits. */
function verdictOf(row: MeasuredRow): [string, string, string] {
  const { app, limits } = row;
  const failed = app.errors + app.refusals;
  const missed = missedLimits(row).join(', ');
  const verdict = missed ? `**missed**: ${missed}` : Object.keys(limits).length === 0 ? '–' : 'reached';
  return [
    whole(app.requestsPerSecond),
    shareOf(row)?.toFixed(2) ?? '–',
    failed > 0 ? `${failed} of ${app.answers + app.errors} failed` : verdict,
  ];
}

function shareOf({ app, bare }: MeasuredRow): number | undefined {
  return bare && app.requestsPerSecond / bare.requestsPerSecond;
}

function missedLimits(row: MeasuredRow): string[] {
  const { app, limits } = row;
  const exceeds = (value = 0, limit = Number.POSITIVE_INFINITY) => value > limit;
  return [
    exceeds(app.median, limits.median) ? `median ${limits.median} ms` : '',
    exceeds(app.p99, limits.p99) ? `99th percentile ${limits.p99} ms` : '',
    exceeds(limits.share, shareOf(row)) ? `share ${limits.share}` : '',
    exceeds(limits.perSecond, app.requestsPerSecond) ? `${limits.perSecond} a second` : '',
  ].filter(Boolean);
}

function startSentence({ counts, startSeconds, peakMemory }: MeasuredWorld): string {
  return `- ${worldSentence(counts)} From the start to the open port, with lists from memory: ${startSeconds.toFixed(1)} s. Peak memory of the app: ${megabytes(peakMemory)} MB.`;
}
