import { parseArgs } from 'node:util';

/** Bounds of a number: its default, minimum and maximum. */
type Bounds = readonly [number, number, number];
/** Default of an option: a text, a switch or a number. */
type Option = string | false | Bounds;
type Options = Readonly<Record<string, Option>>;
type Values<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name] extends string
    ? string
    : Given[Name] extends false
      ? boolean
      : number;
};

/** Parses the command line. On an invalid option it prints why, and the options, and exits. */
export function readOptions<Given extends Options>(options: Given): Values<Given> {
  try {
    return parseOptions(options, process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`Options: ${Object.entries(options).map(usageOf).join(' ')}`);
    process.exit(1);
  }
}

/**
 * Parses parameters. A whole number as default allows whole numbers only.
 * @throws {RangeError} naming the invalid option.
 */
export function parseOptions<Given extends Options>(
  options: Given,
  parameters: readonly string[],
): Values<Given> {
  const config = Object.entries(options).map(([name, option]) => {
    const type = option === false ? ('boolean' as const) : ('string' as const);
    return [name, { type }] as const;
  });
  const { values } = parseArgs({ args: [...parameters], options: Object.fromEntries(config) });
  const read = Object.entries(options).map(([name, option]) => [name, readOne(name, option, values[name])]);
  // Every option has the type of its default.
  return Object.fromEntries(read) as Values<Given>;
}

function readOne(name: string, option: Option, given: unknown) {
  if (option === false || typeof option === 'string') return given ?? option;
  return given === undefined ? option[0] : readNumber(name, String(given), option);
}

/** @throws {RangeError} naming the option if the text is no number within the bounds. */
export function readNumber(name: string, text: string, [usual, least, most]: Bounds): number {
  const number = Number(text);
  const isWhole = Number.isInteger(usual);
  const isPlain = (isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(text);
  if (isPlain && number >= least && number <= most) return number;
  const kind = isWhole ? 'whole numbers' : 'numbers';
  throw new RangeError(`--${name} takes ${kind} from ${least} to ${most}, not ${text || 'nothing'}.`);
}

function usageOf([name, option]: [string, Option]): string {
  if (option === false) return `[--${name}]`;
  return `[--${name} ${typeof option === 'string' ? option || 'TEXT' : option[0]}]`;
}
