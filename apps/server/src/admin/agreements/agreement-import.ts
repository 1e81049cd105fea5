import {
  type ImportedRecord,
  importedRecordText,
} from '@mutual-transfer/domain/administration/imported-record';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Kysely, Transaction } from 'kysely';
import type { OfficeAction } from '../../agreements/office/office-step.ts';
import type { Database } from '../../database/tables.ts';
import type { CsvRow } from '../../http/csv/csv-body.ts';
import { lockMembers } from '../../members/lock-members.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { type FoundAgreement, findNamed } from './orders.queries.ts';

/** Row of a file, with the agreement that it names. */
export interface NamedRow<Row> {
  readonly row: Row;
  readonly agreement: FoundAgreement | undefined;
  /** True if the number is that of several agreements. */
  readonly isAmbiguous: boolean;
}

export interface Judging {
  readonly viewer: SignedIn;
  readonly preview: boolean;
  readonly now: Date;
}

/** Line of a file, and its result. */
export interface ImportLine extends NamedRow<CsvRow<'agreement'>> {
  readonly result: string;
}

/** Content of a file with one agreement per line. */
export interface AgreementImport<Row, Line> {
  /** @throws {AppError} `validation_failed`. */
  readonly read: (file: string) => Row[];
  /** Returns the lines with their results. Lines with the result `recorded` can be recorded. */
  readonly judge: (rows: readonly NamedRow<Row>[], judging: Judging) => Line[];
  readonly record: (transaction: Transaction<Database>, line: Line, action: OfficeAction) => Promise<unknown>;
  /** Returns the part of the line that members read as the reason. */
  readonly imported: (line: Line) => ImportedRecord;
  /** Returns the fields of the report that lines of other files do not have. */
  readonly details: (line: Line) => object;
}

/** Returns the result of each line; with `preview`, the result that it would have. @param made the lines that the call recorded. */
export async function reportLines<Row extends CsvRow<'agreement'>, Line extends ImportLine>(
  db: Kysely<Database>,
  { judge, details }: AgreementImport<Row, Line>,
  rows: readonly Row[],
  judging: Judging,
  made: readonly string[] = [],
) {
  const lines = judge(await withAgreements(db, judging.viewer, rows), judging).map((line) => ({
    line: line.row.line,
    agreement: line.row.values.agreement,
    id: line.agreement?.id ?? null,
    ...details(line),
    result: made.includes(String(line.row.line)) ? 'recorded' : line.result,
  }));
  const recorded = lines.filter(({ result }) => result === 'recorded').length;
  return { preview: judging.preview, recorded, lines };
}

/**
 * Records all lines that can be recorded. Locks the members of all named agreements first, in the order of their ids.
 *
 * @returns the numbers of the lines, as texts.
 */
export async function recordLines<Row extends CsvRow<'agreement'>, Line extends ImportLine>(
  transaction: Transaction<Database>,
  { judge, record, imported }: AgreementImport<Row, Line>,
  rows: readonly Row[],
  judging: Judging,
  language: Language,
): Promise<string[]> {
  const { viewer, now } = judging;
  const named = (await withAgreements(transaction, viewer, rows)).flatMap(
    ({ agreement }) => agreement?.members ?? [],
  );
  await lockMembers(
    transaction,
    named.flatMap(({ id }) => id ?? []),
  );
  const due = judge(await withAgreements(transaction, viewer, rows), judging).flatMap((line) =>
    line.result === 'recorded' && line.agreement !== undefined ? [{ line, id: line.agreement.id }] : [],
  );
  due.sort((first, second) => first.id.localeCompare(second.id));
  const say = messagesIn(language);
  const { userId: by, administers } = viewer;
  for (const { id, line } of due) {
    const source = imported(line);
    const reason = importedRecordText(source, { language, say });
    const action = { id, by, administers, reason, imported: source, now };
    await record(transaction, line, action);
  }
  return due.map(({ line }) => String(line.row.line));
}

async function withAgreements<Row extends CsvRow<'agreement'>>(
  db: Kysely<Database>,
  viewer: SignedIn,
  rows: readonly Row[],
): Promise<NamedRow<Row>[]> {
  const found = await findNamed(
    db,
    viewer,
    rows.map(({ values }) => values.agreement),
  );
  return rows.map((row) => {
    const named = found.filter((one) => isNamed(row.values.agreement, one));
    const isAmbiguous = named.length > 1;
    return { row, agreement: isAmbiguous ? undefined : named[0], isAmbiguous };
  });
}

/** Returns true if the text is the id of the agreement or the number on its papers. */
function isNamed(text: string, { id, number }: FoundAgreement): boolean {
  return text.toLowerCase() === id || text.toUpperCase() === number;
}
