import { type ImportedRecord, importedRecordText } from '@mutual-transfer/domain/administration/imports';
import { MAX_IMPORT_LINES } from '@mutual-transfer/domain/administration/office-agreement';
import type { AgreementState } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { withLatinDigits } from '@mutual-transfer/domain/language/text';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { OfficeAction } from '../../agreements/office/office-step.ts';
import type { CsvRow } from '../../http/csv-body.ts';
import { hasMemberInScope, isOrderInScope } from '../../people/administrator-scope.ts';
import { lockMembers } from '../../people/lock-members.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import type { SignedIn } from '../../platform/sessions.ts';

/** Row of a file, with the agreement that it names. */
export interface NamedRow<Row> {
  row: Row;
  agreement: FoundAgreement | undefined;
  /** True if the number is that of several agreements. */
  isAmbiguous: boolean;
}

export interface Judging {
  viewer: SignedIn;
  preview: boolean;
  now: Date;
}

/** Line of a file, and its result. */
export interface ImportLine extends NamedRow<CsvRow<'agreement'>> {
  result: string;
}

/** Content of a file with one agreement per line. */
export interface AgreementImport<Row, Line> {
  /** @throws {AppError} `validation_failed`. */
  read: (file: string) => Row[];
  /** Returns the lines with their results. Lines with the result `recorded` can be recorded. */
  judge: (rows: readonly NamedRow<Row>[], judging: Judging) => Line[];
  record: (transaction: Transaction<Database>, line: Line, action: OfficeAction) => Promise<unknown>;
  /** Returns the part of the line that members read as the reason. */
  imported: (line: Line) => ImportedRecord;
  /** Returns the fields of the report that lines of other files do not have. */
  details: (line: Line) => object;
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

/**
 * Returns the filled rows. An exported list also has rows without a value.
 *
 * @throws {AppError} `validation_failed` without rows, or with too many.
 */
export function filledRows<Row>(rows: readonly Row[], isFilled: (row: Row) => boolean): Row[] {
  const filled = rows.filter(isFilled);
  if (filled.length === 0) throw new AppError('validation_failed', { fields: { file: 'csv.empty' } });
  if (filled.length <= MAX_IMPORT_LINES) return filled;
  throw new AppError('validation_failed', {
    fields: { file: 'csv.tooLong' },
    values: { maximum: MAX_IMPORT_LINES },
  });
}

/**
 * Parses a day such as `2026-07-31`, `31-07-2026`, `31/07/2026` or `31.07.2026`, in the digits of any script.
 * @returns the ISO day; undefined for other texts.
 */
export function dayOf(text: string): string | undefined {
  const latin = withLatinDigits(text);
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(latin) ?? [];
  const iso = year === '' ? latin : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return z.iso.date().safeParse(iso).success ? iso : undefined;
}

type Db = Kysely<Database>;

/** Returns true for the code of a valid order. An order is valid until it is withdrawn or its agreement ends without a swap. */
export async function isOrderValid(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from transfer_orders join agreements on agreements.id = agreement_id
    where code = ${code} and withdrawn_at is null and state in ('agreed', 'in_progress', 'completed')`.execute(
    db,
  );
  return rows.length > 0;
}

/** A member of a named agreement. `district` is the code of the present posting. */
export interface ImportMember {
  id: string | null;
  name: string | null;
  district: string | null;
  joinedOn: string | null;
  isMoved: boolean;
}

/** An agreement that a file names. */
export interface FoundAgreement {
  id: string;
  number: string;
  state: AgreementState;
  /** In the order of the seats. */
  members: readonly ImportMember[];
  orders: readonly FoundOrder[];
}

/** A valid order. `isSeen` is false if it names only members elsewhere. */
interface FoundOrder {
  number: string;
  date: string;
  isSeen: boolean;
}

/** Returns the administrator's agreements that a file names by their ids or their short numbers. */
async function findNamed(db: Db, viewer: SignedIn, names: readonly string[]): Promise<FoundAgreement[]> {
  const ids = names.filter((name) => z.uuid().safeParse(name).success);
  const numbers = names.map((name) => name.toUpperCase());
  const { rows } = await sql<FoundAgreement>`
    select id, upper(right(id::text, 8)) as number, state,
      (select jsonb_agg(jsonb_build_object('id', users.id, 'name', users.name, 'district', users.district,
          'joinedOn', agreement_members.joined_on, 'isMoved', record_moved_at is not null) order by position)
        from agreement_members left join users on users.id = user_id where agreement_id = agreements.id) as members,
      (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'date', ordered_on,
          'isSeen', ${isOrderInScope(viewer)})), '[]')
        from transfer_orders where agreement_id = agreements.id and withdrawn_at is null) as orders
    from agreements
    where (id = any(${ids}::uuid[]) or upper(right(id::text, 8)) = any(${numbers}::text[]))
      and ${hasMemberInScope(viewer)}`.execute(db);
  return rows;
}
