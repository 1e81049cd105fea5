import { MAX_IMPORT_LINES } from '@mutual-transfer/domain/administration/imports';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { line } from '@mutual-transfer/domain/language/text';
import type { ExclusionLineResult, ExclusionLines } from '@mutual-transfer/domain/seasons/exclusion';
import type { Kysely, Transaction } from 'kysely';
import { findOut, type TakenOut, takeOut } from '../../agreements/office/take-out.ts';
import { tooLong } from '../../http/csv-body.ts';
import { recordShown } from '../../people/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { type ReadDay, readDays } from './read-days.ts';
import {
  headingsOf,
  type ReadColumn,
  type ReadFile,
  type ReadRow,
  readFile,
  withoutColumn,
} from './read-file.ts';
import { type FoundStaff, findStaff, judgeStaffRow, staffColumns, staffRow } from './staff-rows.ts';

/** Columns of a list of teachers who are kept out of the season: those of a staff list, and the decision. */
const columns = {
  ...staffColumns,
  reason: {
    names: ['reason', 'reason for exclusion', 'ground', 'कारण', 'बाहर रखने का कारण'],
    looseNames: ['remarks', 'remark', 'टिप्पणी', 'अभ्युक्ति'],
    isRequired: true,
  },
  until: {
    names: [
      ...['until', 'until date', 'date until', 'up to', 'up to date', 'date up to', 'valid up to'],
      ...['till', 'till date', 'valid till', 'end date', 'last date', 'last day'],
      ...['तक', 'कब तक', 'अंतिम तिथि', 'अंतिम दिन', 'अंतिम तारीख़'],
    ],
  },
} as const satisfies Readonly<Record<string, ReadColumn>>;

type Row = ReadRow<keyof typeof columns>;

interface Line {
  row: Row;
  account: FoundStaff | undefined;
  reason: string;
  until: string | null;
  result: ExclusionLineResult;
}

/** @throws {AppError} `validation_failed` with a sentence about `file`. */
export async function readExclusions(text: string): Promise<ReadFile<keyof typeof columns>> {
  const read = await readFile(text, columns);
  if (!read.has('employeeId') && !read.has('phone'))
    throw withoutColumn([columns.employeeId, columns.phone], headingsOf(read.file));
  if (read.rows.length > MAX_IMPORT_LINES) throw tooLong(MAX_IMPORT_LINES);
  return read;
}

interface Judging {
  viewer: SignedIn;
  now: Date;
}

/**
 * Takes the teachers of the lines that can be recorded out of the season. Must take the first lock of its transaction.
 *
 * @returns the teachers, with their reasons.
 */
export async function recordExclusions(
  transaction: Transaction<Database>,
  read: ReadFile<keyof typeof columns>,
  { viewer, now }: Judging,
): Promise<TakenOut[]> {
  const lines = await judge(transaction, read.rows, { viewer, now });
  const teachers = lines.flatMap(({ account, reason, until, result }) =>
    result === 'recorded' && account !== undefined ? [{ userId: account.id, reason, until }] : [],
  );
  if (teachers.length > 0) await takeOut(transaction, { teachers, by: viewer.userId, now });
  return teachers;
}

/** Returns the result of each line. @param made ids of the teachers whom this call recorded; undefined for a preview. */
export async function reportExclusions(
  db: Kysely<Database>,
  read: ReadFile<keyof typeof columns>,
  { viewer, now }: Judging,
  made?: readonly string[],
): Promise<ExclusionLines> {
  const lines = (await judge(db, read.rows, { viewer, now })).map((line) => ({
    ...line,
    // What this call recorded counts as new.
    result: line.result === 'already' && made?.includes(line.account?.id ?? '') ? 'recorded' : line.result,
  }));
  for (const { account } of lines) if (account !== undefined) recordShown(viewer, account.id);
  return {
    preview: made === undefined,
    file: read.file,
    recorded: lines.filter(({ result }) => result === 'recorded').length,
    lines: lines.map(({ row, account, reason, until, result }) => ({
      line: row.line,
      name: row.values.name,
      teacher: account === undefined ? null : { _id: account.id, name: account.name },
      reason,
      until,
      result: result as ExclusionLineResult,
    })),
  };
}

async function judge(db: Kysely<Database>, rows: readonly Row[], { viewer, now }: Judging): Promise<Line[]> {
  const staff = rows.map(staffRow);
  const accounts = await findStaff(db, viewer, staff);
  const ids = accounts.map(({ id }) => id);
  const out = new Map((await findOut(db, ids, now)).map((one) => [one.userId, one]));
  const days = readDays(rows.map(({ values }) => values.until));
  const lines: Line[] = [];
  for (const [index, row] of rows.entries()) {
    const found = judgeStaffRow(staff[index] ?? staffRow(row), accounts);
    const day = days[index] ?? { day: undefined, isMonthFirst: false };
    const decision = { reason: row.values.reason, until: day.day ?? null };
    const refused = row.unreadable ?? refusalOf(row, day, now);
    if (found.kind !== 'matched') {
      const result = refused ?? (found.kind === 'notFound' ? 'unknown' : 'contradiction');
      lines.push({ row, account: undefined, ...decision, result });
      continue;
    }
    const { account } = found;
    const isRepeated = lines.some((earlier) => earlier.account?.id === account.id);
    const result = refused ?? (isRepeated ? 'repeated' : resultFor(out.get(account.id), decision));
    lines.push({ row, account, ...decision, result });
  }
  return lines;
}

function resultFor(
  before: TakenOut | undefined,
  { reason, until }: Pick<Line, 'reason' | 'until'>,
): 'already' | 'recorded' {
  return before?.reason === reason && before.until === until ? 'already' : 'recorded';
}

const reasonSchema = line(1, ADMIN_REASON_MAXIMUM_LENGTH);

function refusalOf(
  { values }: Row,
  { day, isMonthFirst }: ReadDay,
  now: Date,
): ExclusionLineResult | undefined {
  if (!reasonSchema.safeParse(values.reason).success) return 'no_reason';
  if (values.until === '') return undefined;
  // A day that may be meant otherwise is written again by the office: a wrong one keeps a teacher out too long.
  if (day === undefined || isMonthFirst) return 'bad_date';
  return day < dayInIndia(now) ? 'past' : undefined;
}
