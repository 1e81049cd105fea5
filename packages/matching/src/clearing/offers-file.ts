import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { OfferTable } from './offer-table.ts';
import type { PlannedRing } from './plan-figures.ts';

/** What is wrong with a file of offers, and in which line (the header is line 1). */
export class OffersFileError extends Error {
  override name = 'OffersFileError';
}

const HEADER = ['teacher', 'stratum', 'from', 'to'];

/**
 * Reads a file of offers: UTF-8, tab-separated, header `teacher stratum from to`, one offer a line, several accepted
 * places separated by commas. Read as a stream: only the table is kept. Empty lines at the end are passed over.
 *
 * @throws {OffersFileError} naming the first line that is wrong.
 */
export async function readOffersFile(path: string): Promise<OfferTable> {
  const reader = new OffersReader();
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n');
    if (end >= 0) reader.readLines(text.slice(0, end));
    rest = text.slice(end + 1);
  }
  if (rest !== '' || reader.lineNumber === 0) reader.readLines(rest);
  return reader.table;
}

class OffersReader {
  readonly table = new OfferTable();
  /** The line that was read last. */
  lineNumber = 0;
  #emptyLine = 0;

  readLines(text: string): void {
    let start = 0;
    while (start <= text.length) {
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      this.#readLine(text.slice(start, text[end - 1] === '\r' ? end - 1 : end));
      start = end + 1;
    }
  }

  #readLine(line: string): void {
    this.lineNumber++;
    if (this.lineNumber === 1) {
      this.#readHeader(line);
      return;
    }
    if (line === '') {
      this.#emptyLine ||= this.lineNumber;
      return;
    }
    if (this.#emptyLine > 0) throw this.#error('the line is empty', this.#emptyLine);
    this.#readOffer(line);
  }

  #readHeader(line: string): void {
    const columns = line.replace(/^\uFEFF/, '').split('\t');
    const isRight =
      columns.length === HEADER.length && HEADER.every((name, index) => columns[index] === name);
    if (!isRight) throw this.#error(`the header must be ${HEADER.join(', ')}, separated by tabs`);
  }

  #readOffer(line: string): void {
    const columns = line.split('\t');
    if (columns.length !== HEADER.length) {
      throw this.#error(`there must be ${HEADER.length} columns separated by tabs, not ${columns.length}`);
    }
    const [teacher = '', stratum = '', from = '', to = ''] = columns;
    const empty = HEADER.find((_, index) => columns[index]?.trim() === '');
    if (empty !== undefined) throw this.#error(`${empty} is empty`);
    if (teacher.includes(','))
      throw this.#error('a teacher must not contain a comma: rings are written with commas');
    if (from.includes(',')) throw this.#error('from must be one place');
    const accepted = to.includes(',') ? to.split(',') : [to];
    if (accepted.some((place) => place.trim() === '')) throw this.#error('to names an empty place');
    this.table.add({ teacher, stratum, from, to: accepted });
  }

  #error(what: string, line = this.lineNumber): OffersFileError {
    return new OffersFileError(`line ${line}: ${what}`);
  }
}

const LINES_A_WRITE = 10_000;

/** Writes the rings of a plan, tab-separated with header `stratum ring`, all of them or nothing. */
export async function writeRingsFile(path: string, rings: readonly PlannedRing[]): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.write('stratum\tring\n');
      for (let start = 0; start < rings.length; start += LINES_A_WRITE) {
        const lines = rings.slice(start, start + LINES_A_WRITE);
        await file.write(
          lines.map(({ stratum, teachers }) => `${stratum}\t${teachers.join(',')}\n`).join(''),
        );
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
