import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { DecryptionError, decrypting, isEncrypted, type Step, unchanged } from './encryption.ts';

/**
 * A backup is gzipped text: a line of JSON with the header; for each table a line with its name, its rows in PostgreSQL's COPY format,
 * `\.`, and a line with their number; and a last line with the checksum of everything before. It may be encrypted, in the format of `age`.
 */
export const FORMAT = 'mutual-transfer backup 1';

/** End of the rows of a table, as in PostgreSQL's own dumps. COPY never writes such a row. */
export const END_OF_ROWS = Buffer.from('\\.\n');

const LINE_BREAK = '\n'.charCodeAt(0);
const LONGEST_LINE = 64 * 1_024 * 1_024;

const headerLine = z.strictObject({ format: z.literal(FORMAT), migration: z.string(), takenAt: z.string() });
const tableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
const countLine = z.strictObject({ rows: z.int() });
const lastLine = z.strictObject({ tables: z.int(), sha256: z.string() });

/** Header of a backup: newest migration of the backed-up database, and time of the backup. */
export type BackupHeader = z.output<typeof headerLine>;
/** A table in a backup, with the columns of its rows. */
export type BackedUpTable = z.output<typeof tableLine>;
/** Parsed line of a backup. */
export type BackupLine =
  | BackupHeader
  | BackedUpTable
  | z.output<typeof countLine>
  | z.output<typeof lastLine>;

/** Error for a file that is not a backup of this product, or that is incomplete. */
export class BackupFileError extends Error {}

/**
 * Callback that is called for each table of a backup. It must read `rows` to the end. @returns the number of rows, or undefined if it did
 * not count them.
 */
export type TakeTable = (table: BackedUpTable, rows: AsyncIterable<Buffer>) => Promise<number | undefined>;

/** A backup and the keys that may decrypt it. */
export interface BackupSource {
  readonly file: string;
  readonly keys: readonly string[];
}

/**
 * Reads a backup as a stream, from the first line to the last.
 *
 * @param takeTable called for each table in order.
 * @throws {BackupFileError} if the file is incomplete; the caller must then revert everything that it stored.
 */
export async function readBackup(source: BackupSource, takeTable: TakeTable): Promise<BackupHeader> {
  const unpacked = createGunzip();
  const feeding = pipeline(createReadStream(source.file), await decryptionOf(source), unpacked);
  // An error of this pipeline also reaches the stream that reads from it.
  feeding.catch(() => {});
  try {
    return await readPieces(new Pieces(unpacked), takeTable);
  } catch (error) {
    throw error instanceof DecryptionError ? new BackupFileError(error.message) : error;
  } finally {
    unpacked.destroy();
  }
}

async function decryptionOf({ file, keys }: BackupSource): Promise<Step> {
  if (!(await isEncrypted(file))) return unchanged;
  if (keys.length === 0)
    throw new BackupFileError('it is encrypted, and its key is named by --identity KEYFILE');
  return decrypting(keys);
}

async function readPieces(pieces: Pieces, takeTable: TakeTable): Promise<BackupHeader> {
  const header = parse(headerLine, await pieces.line());
  for (let tables = 0; ; tables += 1) {
    const sum = pieces.checksum();
    const line = await pieces.line();
    const next = parse(z.union([tableLine, lastLine]), line);
    if ('sha256' in next) {
      await checkEnd(pieces, next.sha256 === sum && next.tables === tables);
      return header;
    }
    const taken = await takeTable(next, pieces.rows());
    const { rows } = parse(countLine, await pieces.line());
    if (taken !== undefined && taken !== rows)
      throw new BackupFileError(`${next.table} has ${taken} rows, not ${rows}`);
  }
}

async function checkEnd(pieces: Pieces, isRight: boolean): Promise<void> {
  if (!isRight) throw new BackupFileError('its checksum is wrong');
  if (!(await pieces.isAtEnd())) throw new BackupFileError('something follows its end');
}

function parse<Shape extends z.ZodType>(shape: Shape, line: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(line));
  } catch {
    throw new BackupFileError('it is not one that this product made');
  }
}

/** Decompressed text of a backup, read by lines, or in large chunks for rows. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the checksum of everything read so far. */
  checksum(): string {
    return this.#hash.copy().digest('hex');
  }

  async line(): Promise<string> {
    let end = this.#buffer.indexOf(LINE_BREAK);
    while (end < 0) {
      await this.#fill();
      end = this.#buffer.indexOf(LINE_BREAK);
    }
    return this.#take(end + 1).toString();
  }

  /** Yields chunks of whole rows, up to the end of the table. */
  async *rows(): AsyncGenerator<Buffer> {
    // At the start of each iteration the buffer begins with a row, or with the end of the rows.
    while (!this.#isAtEndOfRows()) {
      const end = this.#buffer.indexOf(`\n${END_OF_ROWS}`);
      const whole = end < 0 ? this.#buffer.lastIndexOf(LINE_BREAK) : end;
      if (whole < 0) await this.#fill();
      else yield this.#take(whole + 1);
    }
    this.#take(END_OF_ROWS.length);
  }

  async isAtEnd(): Promise<boolean> {
    return this.#buffer.length === 0 && (await this.#source.next()).done === true;
  }

  #isAtEndOfRows(): boolean {
    return this.#buffer.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS);
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done) throw new BackupFileError('it ends too early');
    if (this.#buffer.length > LONGEST_LINE) throw new BackupFileError('it is not one that this product made');
    this.#buffer = Buffer.concat([this.#buffer, value]);
  }
}
