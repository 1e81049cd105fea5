import { isSameName, type NameKey, nameKey } from '@mutual-transfer/domain/accounts/person-name';
import {
  type ImportedRecord,
  importedRecordText,
} from '@mutual-transfer/domain/administration/imported-record';
import {
  type ImportColumn,
  type ImportedFile,
  type LineMark,
  MAX_IMPORT_LINES,
} from '@mutual-transfer/domain/administration/imports';
import { typedAgreementNumber } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { AgreementState } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { comparisonKey, withLatinDigits } from '@mutual-transfer/domain/language/text';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { hasRelieving, hasScrutiny } from '../../agreements/lock-agreement.ts';
import type { OfficeAction } from '../../agreements/office/office-step.ts';
import { hasMemberInScope, isOrderInScope } from '../../people/administrator-scope.ts';
import { lockMembers } from '../../people/lock-members.ts';
import type { Database, Db } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { readRules } from '../../platform/rules.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import {
  headingsOf,
  nothingUsable,
  type ReadColumn,
  type ReadRow,
  readFile,
  withoutColumn,
} from './read-file.ts';
import { isSameEmployeeId, staffColumns } from './staff-rows.ts';

/** Column with the number or the id of the agreement. */
export const agreementColumn = {
  names: [
    'agreement',
    ...['agreement id', 'agreement code', 'group', 'group id', 'group code'],
    ...['समझौता', 'समझौता आईडी', 'समूह', 'समूह आईडी'],
  ],
  isRequired: true,
} as const satisfies ReadColumn;

/** Column with the seat of a member. A number of rows (क्रम संख्या) is no seat. */
export const seatColumn = {
  names: ['seat', 'seat in group', 'सीट', 'समूह में स्थान'],
} as const satisfies ReadColumn;

/** Column with the name of a member. It names the member in a row without a seat, and confirms the seat in another. */
export const nameColumn = {
  names: ['teacher name', 'teachers name', 'name of teacher', 'teacher', 'शिक्षक का नाम', 'शिक्षक'],
  looseNames: ['name', 'नाम'],
} as const satisfies ReadColumn;

/** Column with the employee id of a member. It names the member in a row without a seat, and confirms the seat in another. */
export const employeeIdColumn = { names: staffColumns.employeeId.names } as const satisfies ReadColumn;

/** Row of a file, with the agreement that it names. */
export interface NamedRow<Row> {
  row: Row;
  agreement: FoundAgreement | undefined;
}

/** Returns the mark of a row that has the agreement of the row above. */
export function markOfMerged(row: object): LineMark[] {
  return 'isBelowMerged' in row && row.isBelowMerged === true ? ['group_above'] : [];
}

export interface Judging {
  viewer: SignedIn;
  preview: boolean;
  /** Lines to record although they need a look. */
  accept: readonly number[];
  now: Date;
  /** Today's rule about who records the orders of groups between districts. */
  mixedOrders: 'state' | 'leaving';
}

/** Line of a file, and what it would do. */
export interface ImportLine<Result extends string> {
  row: ReadRow<'agreement'>;
  agreement: FoundAgreement | undefined;
  result: Result | 'recorded' | 'needs_look';
  marks: readonly LineMark[];
  imported: ImportedRecord;
}

/** Reads, checks and records the lines of a file about agreements: one for orders, one for joinings. */
export interface AgreementImport<Column extends ImportColumn, Line extends ImportLine<string>> {
  columns: Readonly<Record<Column | 'agreement', ReadColumn>>;
  /** Columns of which a file needs at least one. */
  oneOf?: readonly Column[];
  /** Returns true for a row with a value to record. An exported list has rows without one. */
  isFilled: (row: ReadRow<Column | 'agreement'>) => boolean;
  /** Returns the lines with their results. Lines with the result `recorded` are recorded. */
  judge: (
    rows: readonly NamedRow<ReadRow<Column | 'agreement'>>[],
    judging: Judging,
    db: Db,
  ) => Promise<Line[]>;
  /** Records lines that belong together, which are of one agreement and one `key`. */
  record: (
    transaction: Transaction<Database>,
    lines: readonly Line[],
    action: OfficeAction,
  ) => Promise<unknown>;
  /** Returns equal texts for lines that are recorded together. */
  keyOf: (line: Line) => string;
  /** Returns the fields of the report that lines of other files do not have. */
  details: (line: Line, judging: Judging) => object;
}

export interface ReadAgreementFile<Column extends ImportColumn> {
  file: ImportedFile;
  rows: AgreementRow<Column>[];
}

type AgreementRow<Column extends ImportColumn> = ReadRow<Column | 'agreement'> & {
  /** The row names no agreement, as below a merged cell, and has that of the row above. */
  isBelowMerged?: boolean;
};

/** Reads a file, and leaves out the rows without a value. @throws {AppError} `validation_failed` without rows, or with too many. */
export async function readAgreementFile<Column extends ImportColumn, Line extends ImportLine<string>>(
  { columns, oneOf, isFilled }: AgreementImport<Column, Line>,
  text: string,
): Promise<ReadAgreementFile<Column>> {
  const { file, rows, has } = await readFile<Column | 'agreement'>(text, columns);
  if (oneOf !== undefined && !oneOf.some(has))
    throw withoutColumn(
      oneOf.map((column) => columns[column]),
      headingsOf(file),
    );
  const filled = filledDown<Column>(rows, columns).filter(
    (row) => row.unreadable !== undefined || isFilled(row),
  );
  if (filled.length === 0) throw nothingUsable(file);
  if (filled.length > MAX_IMPORT_LINES)
    throw new AppError('validation_failed', {
      fields: { file: 'csv.tooLong' },
      values: { maximum: MAX_IMPORT_LINES },
    });
  return { file: { ...file, skipped: file.lines - filled.length }, rows: filled };
}

/**
 * Returns the rows with the cells that a spreadsheet leaves empty below a merged cell: a row that names no agreement, but has another cell, has
 * the agreement of the row above, and what else may be merged.
 */
function filledDown<Column extends ImportColumn>(
  rows: readonly ReadRow<Column | 'agreement'>[],
  columns: Readonly<Record<Column | 'agreement', ReadColumn>>,
): AgreementRow<Column>[] {
  const filled: AgreementRow<Column>[] = [];
  for (const row of rows) {
    const above = filled.at(-1);
    const isWhole = row.values.agreement !== '' || row.unreadable !== undefined;
    if (isWhole || !above?.values.agreement || above.unreadable !== undefined) {
      filled.push(row);
      continue;
    }
    const names = Object.keys(columns) as (Column | 'agreement')[];
    const cells = names.map((name) => {
      const isMerged = name === 'agreement' || columns[name].isMerged === true;
      return [name, row.values[name] === '' && isMerged ? above.values[name] : row.values[name]] as const;
    });
    const values = Object.fromEntries(cells) as Record<Column | 'agreement', string>;
    filled.push({ ...row, values, isBelowMerged: true });
  }
  return filled;
}

/** Returns the report on a file; with `preview` what would happen. @param made the lines that the call recorded. */
export async function reportLines<Column extends ImportColumn, Line extends ImportLine<string>>(
  db: Db,
  content: AgreementImport<Column, Line>,
  { file, rows }: ReadAgreementFile<Column>,
  asked: Omit<Judging, 'mixedOrders'>,
  made: readonly string[] = [],
) {
  const judging = await withRules(db, asked);
  const judged = await content.judge(await withAgreements(db, asked.viewer, rows), judging, db);
  const lines = judged.map((line) => {
    const isMade = made.includes(String(line.row.line));
    return {
      line: line.row.line,
      agreement: line.row.values.agreement,
      id: line.agreement?.id ?? null,
      group: line.agreement?.number ?? null,
      ...content.details(line, judging),
      result: isMade ? 'recorded' : line.result,
      marks: isMade ? [] : [...line.marks],
    };
  });
  const recorded = lines.filter(({ result }) => result === 'recorded').length;
  return { preview: asked.preview, file, recorded, lines };
}

/**
 * Records all lines that can be recorded. Locks the members of all named agreements first, in the order of their ids.
 *
 * @returns the numbers of the lines, as texts, and of their groups.
 */
export async function recordLines<Column extends ImportColumn, Line extends ImportLine<string>>(
  transaction: Transaction<Database>,
  content: AgreementImport<Column, Line>,
  { rows }: ReadAgreementFile<Column>,
  asked: Omit<Judging, 'mixedOrders'>,
  language: Language,
): Promise<{ made: string[]; groups: string[] }> {
  const { viewer, now } = asked;
  const named = (await withAgreements(transaction, viewer, rows)).flatMap(
    ({ agreement }) => agreement?.members ?? [],
  );
  await lockMembers(
    transaction,
    named.flatMap(({ id }) => id ?? []),
  );
  const judging = await withRules(transaction, asked);
  const judged = await content.judge(await withAgreements(transaction, viewer, rows), judging, transaction);
  const due = judged.filter(({ result, agreement }) => result === 'recorded' && agreement !== undefined);
  const together = [...Map.groupBy(due, (line) => `${line.agreement?.id} ${content.keyOf(line)}`)];
  const say = messagesIn(language);
  for (const [, lines] of together.toSorted(([one], [other]) => one.localeCompare(other))) {
    const [first] = lines;
    if (first?.agreement === undefined) continue;
    const { agreement, imported } = first;
    const reason = importedRecordText(imported, { language, say });
    const { userId: by, administers } = viewer;
    await content.record(transaction, lines, { id: agreement.id, by, administers, reason, imported, now });
  }
  return {
    made: due.map(({ row }) => String(row.line)),
    groups: [...new Set(due.flatMap(({ agreement }) => agreement?.number ?? []))],
  };
}

async function withRules(db: Db, asked: Omit<Judging, 'mixedOrders'>): Promise<Judging> {
  const { mixedOrders } = await readRules(db, asked.now);
  return { ...asked, mixedOrders };
}

/** Returns the result of a line that could be recorded: marked lines need a look unless they were accepted. */
export function resultWithMarks(
  line: number,
  marks: readonly LineMark[],
  { accept }: Pick<Judging, 'accept'>,
): 'recorded' | 'needs_look' {
  return marks.length === 0 || accept.includes(line) ? 'recorded' : 'needs_look';
}

async function withAgreements<Row extends ReadRow<'agreement'>>(
  db: Db,
  viewer: SignedIn,
  rows: readonly Row[],
): Promise<NamedRow<Row>[]> {
  const names = rows.map(
    ({ values }) => typedAgreementNumber(values.agreement) ?? comparisonKey(values.agreement).trim(),
  );
  const found = await findNamed(db, viewer, names);
  return rows.map((row, index) => ({
    row,
    agreement: found.find(({ id, number }) => names[index] === id || names[index] === number),
  }));
}

/** Returns the number of a seat, such as `2`, `2.`, `Seat 2`, or `2.0` by a spreadsheet; undefined for another text. */
export function seatOf(text: string): number | undefined {
  const [, number] = /^(?:(?:seat|सीट|स्थान)[\s.:-]*)?(\d{1,3})(?:\.0*)?$/iu.exec(withLatinDigits(text)) ?? [];
  return number === undefined ? undefined : Number(number);
}

type MemberRow = ReadRow<'agreement' | 'seat' | 'employeeId' | 'name'>;

/** Returns the member whom a row names by the seat, or without a seat by the employee id, or by a name that one member has. */
export function memberOf(
  { values }: MemberRow,
  agreement: FoundAgreement | undefined,
): FoundMember | undefined {
  const members = agreement?.members ?? [];
  if (values.seat !== '') return members.find(({ seat }) => seat === seatOf(values.seat));
  const [identified, twin] = members.filter(
    ({ employeeId }) => employeeId !== null && isSameEmployeeId(values.employeeId, employeeId),
  );
  if (identified !== undefined && twin === undefined) return identified;
  if (values.name === '') return undefined;
  const key = nameKey(values.name);
  const [named, another] = members.filter((member) => member.nameKey && isSameName(member.nameKey, key));
  return another === undefined ? named : undefined;
}

/** Returns the marks of a row whose name or employee id is not the one of its member. */
export function marksOfMember({ values }: MemberRow, member: FoundMember): LineMark[] {
  const isOtherName =
    values.name !== '' && member.nameKey && !isSameName(nameKey(values.name), member.nameKey);
  const isOtherId =
    values.employeeId !== '' &&
    member.employeeId !== null &&
    !isSameEmployeeId(values.employeeId, member.employeeId);
  return [...(isOtherName ? (['other_name'] as const) : []), ...(isOtherId ? (['other_id'] as const) : [])];
}

/** Returns a row with a seat without a name that the file has lost, because such a name only confirms the seat. */
export function withoutLostName<Row extends MemberRow>(row: Row): Row {
  const isOnlyName = row.unreadable === 'lost_letters' && row.lost?.every((column) => column === 'name');
  if (!isOnlyName || row.values.seat === '') return row;
  const { unreadable: _lost, ...readable } = row;
  return { ...readable, values: { ...row.values, name: '' } } as Row;
}

/** A member of a named agreement. */
export interface FoundMember {
  seat: number;
  id: string | null;
  name: string | null;
  /** Computed once, because it is compared with the name of each row. */
  nameKey: NameKey | undefined;
  /** Null for a member without one, and for one who neither leaves nor comes to a district of the administrator. */
  employeeId: string | null;
  /** Codes of the districts that the member leaves and goes to. */
  from: string;
  to: string;
  joinedOn: string | null;
  isMoved: boolean;
  isScrutinised: boolean;
  isRelieved: boolean;
}

/** An agreement that a file names. */
export interface FoundAgreement {
  id: string;
  number: string;
  state: AgreementState;
  /** Day in India. */
  agreedOn: string | null;
  hasScrutiny: boolean;
  hasRelieving: boolean;
  members: readonly FoundMember[];
  orders: readonly FoundOrder[];
}

/** A valid order. `isSeen` is false if it names only members elsewhere. */
interface FoundOrder {
  number: string;
  date: string;
  isSeen: boolean;
  seats: readonly number[];
}

type FoundRow = Omit<FoundAgreement, 'agreedOn' | 'members'> & {
  agreedAt: Date | null;
  members: readonly (Omit<FoundMember, 'from' | 'to' | 'nameKey'> & { fromBlock: string; toBlock: string })[];
};

/** Returns the administrator's agreements that a file names by their ids or their numbers. */
async function findNamed(db: Db, viewer: SignedIn, names: readonly string[]): Promise<FoundAgreement[]> {
  const ids = names.filter((name) => z.uuid().safeParse(name).success);
  const { rows } = await sql<FoundRow>`
    select id, number, state, agreed_at as "agreedAt", ${hasScrutiny} as "hasScrutiny", ${hasRelieving} as "hasRelieving",
      (select jsonb_agg(jsonb_build_object('seat', position + 1, 'id', users.id, 'name', users.name, 'employeeId', teacher_id, 'fromBlock', from_block,
          'toBlock', to_block, 'joinedOn', agreement_members.joined_on, 'isMoved', record_moved_at is not null,
          'isScrutinised', scrutinised_at is not null, 'isRelieved', exists (select from agreement_steps step
            where step.agreement_id = agreements.id and step.user_id = users.id and step.kind = 'relieved')) order by position)
        from agreement_members left join users on users.id = user_id where agreement_id = agreements.id) as members,
      (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'date', ordered_on, 'isSeen', ${isOrderInScope(viewer)},
          'seats', array(select position + 1 from transfer_order_members where order_id = transfer_orders.id))), '[]')
        from transfer_orders where agreement_id = agreements.id and withdrawn_at is null) as orders
    from agreements
    where (id = any(${ids}::uuid[]) or number = any(${names}::text[])) and ${hasMemberInScope(viewer)}`.execute(
    db,
  );
  return rows.map(({ agreedAt, members, ...agreement }) => ({
    ...agreement,
    agreedOn: agreedAt === null ? null : dayInIndia(agreedAt),
    members: members.map(({ fromBlock, toBlock, employeeId, ...member }) => {
      const from = blockByCode(fromBlock).districtCode;
      const to = blockByCode(toBlock).districtCode;
      const isOwn = viewer.administers?.some((district) => district === from || district === to) ?? true;
      const key = member.name === null ? undefined : nameKey(member.name);
      return { ...member, nameKey: key, employeeId: isOwn ? employeeId : null, from, to };
    }),
  }));
}
