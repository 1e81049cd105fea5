import { createReadStream } from 'node:fs';
import type { Offer } from '../../offer.ts';
import { OfferTable } from '../strata/offer-table.ts';
import { cellsOf } from './cells.ts';

/** Error in a file of offers; the message names the line (the header is line 1). */
export class OffersFileError extends Error {
  override name = 'OffersFileError';
}

const HEADER = ['teacher', 'stratum', 'from', 'to'];
const OPTIONAL = ['weight', 'probability', 'rank', 'group'] as const;
type OptionalColumn = (typeof OPTIONAL)[number];
/** Maximum teachers of a group: a couple. */
const MOST_OF_GROUP = 2;

/**
 * Reads a file of offers as a spreadsheet writes it: tab-separated, UTF-8 or UTF-16 with its mark, header `teacher stratum from to` and
 * optionally `weight`, `probability`, `rank` and `group` (see `Offer`; an empty field is the same as none); one offer a line, several
 * accepted places separated by commas. Cells are cleaned by `cellsOf`, so that names that look the same are equal. Streams the file and
 * holds only the table in memory. Ignores empty lines at the end.
 *
 * @param onWarning Called with a warning about names that differ only in case, and about groups of one teacher.
 * @throws {OffersFileError} naming the first wrong line.
 */
export async function readOffersFile(
  path: string,
  onWarning: (warning: string) => void = () => {},
): Promise<OfferTable> {
  const reader = new OffersReader();
  let decoder: Decoder | undefined;
  let rest = '';
  const read = (bytes?: Uint8Array) => {
    decoder ??= decoderOf(bytes);
    const text = rest + decoded(decoder, bytes, reader.lineNumber);
    const end = text.lastIndexOf('\n');
    if (end >= 0) reader.readLines(text.slice(0, end));
    rest = text.slice(end + 1);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) read(chunk);
  read();
  if (rest !== '' || reader.lineNumber === 0) reader.readLines(rest);
  for (const warning of reader.warnings()) onWarning(warning);
  return reader.table;
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Returns the decoder for a file that begins with these bytes. */
function decoderOf(bytes: Uint8Array | undefined): Decoder {
  const [first, second] = bytes ?? [];
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16) return new TextDecoder('utf-8', { fatal: true });
  return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true });
}

function decoded(decoder: Decoder, bytes: Uint8Array | undefined, line: number): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw new OffersFileError(`after line ${line}: the file is not UTF-8`);
  }
}

class OffersReader {
  readonly table = new OfferTable();
  /** Number of the last line read. */
  lineNumber = 0;
  #emptyLine = 0;
  #optional: readonly OptionalColumn[] = [];
  /** Posting of each teacher, by the teacher's number. */
  readonly #posting: number[] = [];
  /** Teachers of each group, by the group's number. */
  readonly #teachersOf: Set<number>[] = [];

  readLines(text: string): void {
    let start = 0;
    while (start <= text.length) {
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      this.#readLine(text.slice(start, text[end - 1] === '\r' ? end - 1 : end));
      start = end + 1;
    }
  }

  /** Returns warnings about names that are easily confused and about groups of one teacher. */
  warnings(): string[] {
    return [
      ...this.#lonelyGroups(),
      ...alike('places', this.table.places.names),
      ...alike('strata', this.table.strata.names),
      ...alike('teachers', this.table.teachers.names),
    ];
  }

  #readLine(line: string): void {
    this.lineNumber++;
    if (this.lineNumber === 1) {
      this.#readHeader(line);
      return;
    }
    if (line.trim() === '') {
      this.#emptyLine ||= this.lineNumber;
      return;
    }
    if (this.#emptyLine > 0) throw this.#error('the line is empty', this.#emptyLine);
    this.#readOffer(line);
  }

  #readHeader(line: string): void {
    const columns = this.#cells(line);
    const others = columns.slice(HEADER.length);
    const isRight =
      HEADER.every((name, index) => columns[index] === name) &&
      others.every((name, index) => isOptional(name) && others.indexOf(name) === index);
    if (!isRight) {
      throw this.#error(
        `the header must be ${HEADER.join(', ')}, separated by tabs, and may go on with ${OPTIONAL.join(', ')}`,
      );
    }
    this.#optional = others.filter(isOptional);
  }

  #readOffer(line: string): void {
    const columns = this.#cells(line);
    const expected = HEADER.length + this.#optional.length;
    if (columns.length !== expected) {
      throw this.#error(`there must be ${expected} columns separated by tabs, not ${columns.length}`);
    }
    const [teacher = '', stratum = '', from = '', to = ''] = columns;
    const empty = HEADER.find((_, index) => columns[index] === '');
    if (empty !== undefined) throw this.#error(`${empty} is empty`);
    if (teacher.includes(','))
      throw this.#error('a teacher must not contain a comma: rings are written with commas');
    if (from.includes(',')) throw this.#error('from must be one place');
    if (/[;|]/.test(to)) throw this.#error('to must separate places by commas');
    const accepted = to.split(',').map((place) => place.trim());
    if (accepted.some((place) => place === '')) throw this.#error('to names an empty place');
    this.#add({ teacher, stratum, from, to: accepted, ...this.#optionalOf(columns) });
  }

  #cells(line: string): string[] {
    const cells = cellsOf(line);
    if (cells === undefined) throw this.#error('a quotation mark is misplaced, or a cell has several lines');
    return cells;
  }

  #optionalOf(columns: readonly string[]): Pick<Offer, OptionalColumn> {
    const stated = this.#optional.flatMap((name, index) => {
      const text = columns[HEADER.length + index] ?? '';
      return text === '' ? [] : [[name, name === 'group' ? text : this.#number(name, text)]];
    });
    return Object.fromEntries(stated);
  }

  #number(name: string, text: string): number {
    const value = Number(text);
    if (Number.isNaN(value)) throw this.#error(`${name} must be a number, not ${text}`);
    return value;
  }

  #add(offer: Offer): void {
    try {
      this.table.add(offer);
    } catch (error) {
      throw error instanceof RangeError ? this.#error(error.message) : error;
    }
    const row = this.table.length - 1;
    const [teacher, from] = [this.table.teacherOf.at(row), this.table.fromOf.at(row)];
    this.#posting[teacher] ??= from;
    if (this.#posting[teacher] !== from) {
      throw this.#error(`${offer.teacher} is posted in ${offer.from} here and elsewhere in an earlier line`);
    }
    this.#checkGroup(this.table.group(row), teacher, offer.group);
  }

  #checkGroup(group: number, teacher: number, name: string | undefined): void {
    if (group < 0) return;
    const teachers = this.#teachersOf[group] ?? new Set();
    this.#teachersOf[group] = teachers.add(teacher);
    if (teachers.size > MOST_OF_GROUP)
      throw this.#error(`the group ${name} has more than ${MOST_OF_GROUP} teachers`);
  }

  /** Returns a warning about groups of one teacher, who moves alone. */
  #lonelyGroups(): string[] {
    const lonely = this.table.groups.names.filter((_, group) => (this.#teachersOf[group]?.size ?? 0) < 2);
    if (lonely.length === 0) return [];
    return [`groups of one teacher, who moves alone: ${examplesOf(lonely)}`];
  }

  #error(what: string, line = this.lineNumber): OffersFileError {
    return new OffersFileError(`line ${line}: ${what}`);
  }
}

function isOptional(name: string): name is OptionalColumn {
  return OPTIONAL.some((existing) => existing === name);
}

const MOST_EXAMPLES = 3;

function alike(kind: string, names: readonly string[]): string[] {
  const first = new Map<string, string>();
  const twins: string[] = [];
  for (const name of names) {
    const folded = name.toLowerCase();
    const existing = first.get(folded);
    if (existing === undefined) first.set(folded, name);
    else twins.push(`${existing} and ${name}`);
  }
  if (twins.length === 0) return [];
  return [`different ${kind} by upper and lower case only: ${examplesOf(twins)}`];
}

function examplesOf(names: readonly string[]): string {
  const more = names.length > MOST_EXAMPLES ? ` and ${names.length - MOST_EXAMPLES} more` : '';
  return `${names.slice(0, MOST_EXAMPLES).join('; ')}${more}`;
}
