import { parseArgs } from 'node:util';

/** Options of a bench run. */
export interface BenchOptions {
  /** Number of requests in each world. */
  readonly sizes: readonly number[];
  /** Duration of the measurement of each row. */
  readonly seconds: number;
  /** Number of concurrent callers. */
  readonly connections: number;
  /** Text that names of measured rows contain, ignoring case; empty for all rows. */
  readonly only: string;
  /** Writes the tables into docs/performance.md. */
  readonly write: boolean;
  /** Only creates the worlds, without measuring. */
  readonly seedOnly: boolean;
}

/** Usage text of the bench. */
export const usage = `Usage: npm run bench -- [--requests N | --sizes N,N,…] [--seconds S] [--connections C] [--only TEXT] [--write] [--seed-only]
--requests N      measure a world of N requests, 1000000 unless given
--sizes N,N,…     measure several worlds and set them side by side
--seconds S       how long each row is measured, from 1 to 600; 5 unless given
--connections C   how many callers at once, from 1 to 500; 16 unless given
--only TEXT       only rows whose name holds the text
--write           put the tables into docs/performance.md
--seed-only       make the worlds and measure nothing`;

/** Invalid option. Its message is one sentence. */
export class OptionError extends Error {}

const DEFAULT_SIZE = 1_000_000;
const SMALLEST = 1_000;
const LARGEST = 10_000_000;

/**
 * Parses the command line.
 * @throws {OptionError} naming the invalid option.
 */
export function readOptions(parameters: readonly string[]): BenchOptions {
  const values = parse(parameters);
  if (values.requests !== undefined && values.sizes !== undefined) {
    throw new OptionError('Give --requests or --sizes, not both.');
  }
  const sizes = (values.sizes ?? values.requests ?? String(DEFAULT_SIZE)).split(',');
  const option = values.sizes === undefined ? '--requests' : '--sizes';
  return {
    sizes: sizes.map((size) => wholeNumber(option, size, SMALLEST, LARGEST)),
    seconds: wholeNumber('--seconds', values.seconds, 1, 600),
    connections: wholeNumber('--connections', values.connections, 1, 500),
    only: values.only,
    write: values.write,
    seedOnly: values['seed-only'],
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        requests: { type: 'string' },
        sizes: { type: 'string' },
        seconds: { type: 'string', default: '5' },
        connections: { type: 'string', default: '16' },
        only: { type: 'string', default: '' },
        write: { type: 'boolean', default: false },
        'seed-only': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new OptionError(`${option} takes whole numbers from ${least} to ${most}, not ${text || 'nothing'}.`);
}
