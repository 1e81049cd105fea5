import { parseArgs } from 'node:util';

/** What is to be measured. */
export interface BenchOptions {
  /** How many requests each world holds. */
  readonly sizes: readonly number[];
  /** How long each row is measured. */
  readonly seconds: number;
  /** How many callers wait for their answer at any moment. */
  readonly connections: number;
  /** Rows whose name holds this text, without regard to case; all rows where it is empty. */
  readonly only: string;
  /** Whether the tables go into docs/performance.md. */
  readonly write: boolean;
  /** Whether the worlds are only made, and nothing is measured. */
  readonly seedOnly: boolean;
}

/** How the bench is called. */
export const usage = `Usage: npm run bench -- [--requests N | --sizes N,N,…] [--seconds S] [--connections C] [--only TEXT] [--write] [--seed-only]
--requests N      measure a world of N requests, 1000000 unless given
--sizes N,N,…     measure several worlds and set them side by side
--seconds S       how long each row is measured, from 1 to 600; 5 unless given
--connections C   how many callers at once, from 1 to 500; 16 unless given
--only TEXT       only rows whose name holds the text
--write           put the tables into docs/performance.md
--seed-only       make the worlds and measure nothing`;

/** A wrong option; its message is one sentence. */
export class OptionError extends Error {}

const DEFAULT_SIZE = 1_000_000;
const SMALLEST = 1_000;
const LARGEST = 10_000_000;

/** @throws {OptionError} naming the option that is wrong. */
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
