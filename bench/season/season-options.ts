import { parseArgs } from 'node:util';

/** Options of a simulated season. */
export interface SeasonOptions {
  readonly teachers: number;
  /** Probability that a teacher takes an offered place. */
  readonly accept: number;
  /** Mean time to answer, in hours. */
  readonly answerHours: number;
  readonly days: number;
  readonly seed: number;
}

const usual = { teachers: '60000', accept: '0.8', 'answer-hours': '20', days: '14', seed: '1' };

/**
 * Parses the command line.
 * @throws {RangeError} naming the option that is out of range.
 */
export function readSeasonOptions(parameters: readonly string[]): SeasonOptions {
  const options = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, { type: 'string' as const, default: value }]),
  );
  const { values } = parseArgs({ args: [...parameters], options });
  const read = (name: keyof typeof usual, minimum: number, maximum: number) => {
    const number = Number(values[name]);
    if (number >= minimum && number <= maximum) return number;
    throw new RangeError(`--${name} must be a number from ${minimum} to ${maximum}.`);
  };
  return {
    teachers: Math.round(read('teachers', 2, 1_000_000)),
    accept: read('accept', 0, 1),
    answerHours: read('answer-hours', 0.1, 1_000),
    days: Math.round(read('days', 1, 60)),
    seed: Math.round(read('seed', 0, 2 ** 31)),
  };
}
