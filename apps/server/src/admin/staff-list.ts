import { phoneSchema as phoneNumber } from '@mutual-transfer/domain/accounts/credentials';
import type { ComparedFact, StaffFact } from '@mutual-transfer/domain/administration/imports';
import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { allLanguages } from '@mutual-transfer/domain/language/language';
import { namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { comparisonKey, withLatinDigits } from '@mutual-transfer/domain/language/text';
import { districts, otherDistrictNames } from '@mutual-transfer/domain/reference/places';
import { type Kysely, sql } from 'kysely';
import { type CsvRow, type ReadColumn, readCsv } from '../http/csv-body.ts';
import { isPostedInScope } from '../people/administrator-scope.ts';
import type { Database } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';

/** A row of the department's staff list, in comparable form. Facts that the row does not state are undefined. */
export interface StaffRow {
  line: number;
  name: string;
  nameKey: string;
  employeeId: string | undefined;
  phone: string | undefined;
  /** The cell of the phone has a text that is no mobile number, such as `8.92E+09`. */
  isPhoneUnreadable: boolean;
  /** Code of the district; null for a name that no district has. */
  districtCode: string | null | undefined;
}

/** An account that has the employee id or the phone number of a row, in comparable form. */
interface StaffAccount {
  id: string;
  nameKey: string;
  employeeId: string | null;
  phone: string | null;
  districtCode: string | null;
}

/** The account that a row is about, or the facts in which the nearest account contradicts the row. */
export type StaffJudgement<Account extends StaffAccount> =
  | { kind: 'matched'; account: Account }
  | { kind: 'contradiction'; account: Account; differs: readonly StaffFact[] }
  | { kind: 'notFound'; differs: readonly StaffFact[] };

/** The name of the school and its UDISE code may be in the file. They are not compared, because schools are written in many ways. */
const columns = {
  employeeId: { names: ['employee id', 'teacher id', 'staff id', 'hrms id', 'कर्मचारी आईडी', 'शिक्षक आईडी'] },
  name: { names: ['name', 'teacher name', 'employee name', 'नाम', 'शिक्षक का नाम'], isRequired: true },
  phone: { names: ['phone', 'mobile', 'phone number', 'mobile number', 'mobile no', 'मोबाइल', 'फ़ोन'] },
  district: { names: ['district', 'ज़िला', 'जिला'] },
} as const satisfies Record<ComparedFact, ReadColumn>;

const districtCodes = new Map(
  districts.flatMap(({ code, name }) =>
    [
      name,
      ...(otherDistrictNames[code] ?? []),
      ...allLanguages().map((language) => namesIn(language).district(name)),
    ].map((text) => [nameKey(text), code] as const),
  ),
);

/** Returns the rows of a staff list. @throws {AppError} `validation_failed` with a sentence about `file`. */
export function readStaffList(text: string): StaffRow[] {
  return readCsv(text, columns).map(staffRow);
}

function staffRow({ line, values }: CsvRow<keyof typeof columns>): StaffRow {
  const phone = phoneNumber.safeParse(withLatinDigits(values.phone));
  return {
    line,
    name: values.name,
    nameKey: nameKey(values.name),
    employeeId: values.employeeId === '' ? undefined : employeeKey(values.employeeId),
    phone: phone.success ? phone.data : undefined,
    isPhoneUnreadable: values.phone !== '' && !phone.success,
    districtCode: values.district === '' ? undefined : (districtCodes.get(nameKey(values.district)) ?? null),
  };
}

/** Returns the form in which employee ids are compared, as the index of the accounts has them. */
function employeeKey(id: string): string {
  return id.normalize('NFC').trim().toUpperCase();
}

/**
 * Returns a key that the spellings of a name share, in Roman letters and in Devanagari, in any order of its words. Takes about 0.1 ms, so it
 * is computed once for each row and account, not for each pair.
 */
function nameKey(name: string): string {
  const words = comparisonKey(name)
    .split(/[\s.,()-]+/)
    .filter((word) => word !== '');
  return words
    .map((word) => spellingKey(word) || word)
    .toSorted()
    .join(' ');
}

/**
 * Matches a row to one of the accounts. Facts that both state must be equal. Accounts with the employee id come before those with the phone
 * number.
 */
export function judgeStaffRow<Account extends StaffAccount>(
  row: StaffRow,
  accounts: readonly Account[],
): StaffJudgement<Account> {
  const byId = accounts.filter(({ employeeId }) => employeeId !== null && employeeId === row.employeeId);
  const byPhone = accounts.filter(({ phone }) => phone !== null && phone === row.phone);
  const candidates = [...new Set([...byId, ...byPhone])];
  const [nearest] = candidates;
  if (nearest === undefined) return { kind: 'notFound', differs: unsearchable(row) };
  const [account, another] = candidates.filter((candidate) => differences(row, candidate).length === 0);
  if (account === undefined)
    return { kind: 'contradiction', account: nearest, differs: differences(row, nearest) };
  if (another !== undefined) return { kind: 'contradiction', account, differs: ['several'] };
  return { kind: 'matched', account };
}

/** Returns the reason for which no account can be searched by the phone, or at all. */
function unsearchable({ employeeId, phone, isPhoneUnreadable }: StaffRow): StaffFact[] {
  if (isPhoneUnreadable) return ['unreadablePhone'];
  return employeeId === undefined && phone === undefined ? ['noKey'] : [];
}

interface JudgedRow<Account extends StaffAccount> {
  row: StaffRow;
  judgement: StaffJudgement<Account>;
}

/** Returns the employee ids that the list gives to several teachers, in rows with different names or accounts. */
export function sharedIds<Account extends StaffAccount>(judged: readonly JudgedRow<Account>[]): Set<string> {
  const byId = Map.groupBy(judged, ({ row }) => row.employeeId);
  return new Set([...byId].flatMap(([id, rows]) => (id !== undefined && areSeveral(rows) ? [id] : [])));
}

function areSeveral(judged: readonly JudgedRow<StaffAccount>[]): boolean {
  const names = new Set(judged.map(({ row }) => row.nameKey));
  const accounts = judged.flatMap(({ judgement }) =>
    judgement.kind === 'matched' ? [judgement.account.id] : [],
  );
  return names.size > 1 || new Set(accounts).size > 1;
}

function differences(row: StaffRow, account: StaffAccount): StaffFact[] {
  const isOther = <Value>(listed: Value | undefined, stated: Value | null) =>
    listed !== undefined && stated !== null && listed !== stated;
  return [
    ...(row.nameKey === account.nameKey ? [] : ['name' as const]),
    ...(isOther(row.employeeId, account.employeeId) ? ['employeeId' as const] : []),
    ...(isOther(row.phone, account.phone) ? ['phone' as const] : []),
    ...(isOther(row.districtCode, account.districtCode) ? ['district' as const] : []),
  ];
}

export interface FoundStaff extends StaffAccount {
  name: string;
  verifiedAt: Date | null;
  verifiedNote: string | null;
}

/** Returns the active teachers of the administrator's districts who have an employee id or phone number of the rows. */
export async function findStaff(
  db: Kysely<Database>,
  viewer: SignedIn,
  rows: readonly StaffRow[],
): Promise<FoundStaff[]> {
  const ids = rows.flatMap(({ employeeId }) => employeeId ?? []);
  const phones = rows.flatMap(({ phone }) => phone ?? []);
  const found = await sql<Omit<FoundStaff, 'nameKey'>>`
    select id, name, teacher_id as "employeeId", phone, district as "districtCode",
      verified_at as "verifiedAt", verified_note as "verifiedNote"
    from users
    where is_active and role = 'teacher' and ${isPostedInScope(viewer)} and (
      (teacher_id is not null and upper(teacher_id) = any(${ids}::text[])) or phone = any(${phones}::text[])
    ) order by id`.execute(db);
  return found.rows.map(({ employeeId, ...account }) => ({
    ...account,
    nameKey: nameKey(account.name),
    employeeId: employeeId === null ? null : employeeKey(employeeId),
  }));
}
