import type { BenchOptions } from '../options.ts';
import { machineSentence } from './machine.ts';
import type { MeasuredWorld } from './measured-world.ts';
import { sizesReport } from './sizes-report.ts';
import { worldReport, worldSentence } from './world-report.ts';

/** The world whose every row is shown; of others the sizes are compared. */
const SHOWN_SIZE = 1_000_000;

const HOW_TO_READ =
  'Times are median / 99th percentile in milliseconds, then requests a second. *Bare* is a Fastify route that asks PostgreSQL ' +
  'the same through a pool of the same size and sends the rows as they are; *pgbench* asks it without Node, one query after the other, ' +
  'values as literals; *plain* is the bare route with what the app asks while it has no index, the whole list in SQL, by two callers. The ratio is the app’s requests a second to the bare route’s. What the app writes beside an answer ' +
  '(the line of an audit log) the other two leave out.';

const LIMITS =
  'Limits: lists 0.8 of the bare route, median 10 ms, 99th percentile 40 ms; searches more than plain; matches and rings 99th percentile 25 ms; pairs 99th ' +
  'percentile 100 ms; the first page 2,000 a second.';

/** All worlds in Markdown: how it was measured, one of them whole, and then their sizes beside one another. */
export function wholeReport(
  worlds: readonly MeasuredWorld[],
  { seconds, connections }: Pick<BenchOptions, 'seconds' | 'connections'>,
  { postgresVersion, hasPgbench }: { postgresVersion: string; hasPgbench: boolean },
): string {
  const shown = worlds.find(({ size }) => size === SHOWN_SIZE) ?? worlds.at(-1);
  if (shown === undefined) throw new Error('No world was measured.');
  const setting = `${machineSentence(postgresVersion)} ${connections} callers unless said otherwise, ${seconds} s a row.`;
  const missing = hasPgbench ? [] : ['pgbench is not installed on that machine.'];
  const sizes = sizesReport(worlds);
  return [
    [setting, worldSentence(shown), ...missing].join(' '),
    `${HOW_TO_READ} ${LIMITS}`,
    worldReport(shown),
    ...(sizes === '' ? [] : [`#### How cost grows with the number of requests\n\n${sizes}`]),
  ].join('\n\n');
}
