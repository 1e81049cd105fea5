import { open, readFile, rename, rm } from 'node:fs/promises';
import type { TeacherReason } from '../reasons.ts';
import type { NamedRing } from '../strata/named-rings.ts';
import { cellsOf } from './cells.ts';
import { OffersFileError } from './offers-file.ts';

const HEADER = 'stratum\tring';
const LINES_A_WRITE = 10_000;

/** Writes the rings of a plan, tab-separated with header `stratum ring`. Replaces the file atomically. */
export async function writeRingsFile(path: string, rings: readonly NamedRing[]): Promise<void> {
  await writeLines(
    path,
    HEADER,
    rings.map(({ stratum, teachers }) => `${stratum}\t${teachers.join(',')}`),
  );
}

/** Writes the reason for each teacher, tab-separated with header `teacher reason`. Replaces the file atomically. */
export async function writeReasonsFile(path: string, reasons: readonly TeacherReason[]): Promise<void> {
  await writeLines(
    path,
    'teacher\treason',
    reasons.map(({ teacher, code }) => `${teacher}\t${code}`),
  );
}

/**
 * Reads a file written by `writeRingsFile`, perhaps saved by a spreadsheet: the previous plan, or rings that have to stay.
 *
 * @throws {OffersFileError} naming the first wrong line.
 */
export async function readRingsFile(path: string): Promise<NamedRing[]> {
  const [header, ...lines] = (await readFile(path, 'utf8')).split(/\r?\n/);
  if (cellsOf(header ?? '')?.join('\t') !== HEADER)
    throw new OffersFileError('line 1: the header must be stratum, ring, separated by a tab');
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line, index) => {
    const [stratum = '', ring = '', ...others] = cellsOf(line) ?? [];
    const teachers = ring.split(',').map((teacher) => teacher.trim());
    const isRight = stratum !== '' && others.length === 0 && teachers.length > 1 && !teachers.includes('');
    if (!isRight)
      throw new OffersFileError(
        `line ${index + 2}: there must be a stratum, a tab, and two or more teachers with commas`,
      );
    return { stratum, teachers };
  });
}

async function writeLines(path: string, header: string, lines: readonly string[]): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.write(`${header}\n`);
      for (let start = 0; start < lines.length; start += LINES_A_WRITE) {
        const part = lines.slice(start, start + LINES_A_WRITE);
        await file.write(part.map((line) => `${line}\n`).join(''));
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
