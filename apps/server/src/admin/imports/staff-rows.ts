import { phoneSchema } from '@mutual-transfer/domain/accounts/credentials';
import { isSameName, type NameKey, nameKey } from '@mutual-transfer/domain/accounts/person-name';
import type { ComparedFact, ImportedFile, StaffFact } from '@mutual-transfer/domain/administration/imports';
import { employeeKey } from '@mutual-transfer/domain/language/typed-values';
import { districtNamed } from '@mutual-transfer/domain/reference/place-names';
import { type Kysely, sql } from 'kysely';
import { isPostedInScope } from '../../people/administrator-scope.ts';
import type { Database } from '../../platform/database/tables.ts';
import { mapInTurns } from '../../platform/map-in-turns.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import {
  headingsOf,
  nothingUsable,
  type ReadColumn,
  type ReadRow,
  readFile,
  type Unreadable,
  withoutColumn,
} from './read-file.ts';

/** A row of the department's staff list, in comparable form. Facts that the row does not state are undefined. */
export interface StaffRow {
  line: number;
  name: string;
  nameKey: NameKey;
  employeeId: string | undefined;
  phone: string | undefined;
  /** Code of the district; null for a name that no district has. */
  districtCode: string | null | undefined;
  /** The cells of these facts have texts that are none, such as `8.92E+09` for a phone. */
  unreadable: readonly ('unreadablePhone' | 'unreadableId')[];
  /** Reason for which the row cannot be relied on. */
  damage: Unreadable | undefined;
  /** Texts of the list. */
  values: ReadRow<keyof typeof staffColumns>['values'];
}

/** An account that has the employee id or the phone number of a row, in comparable form. */
interface StaffAccount {
  id: string;
  nameKey: NameKey;
  employeeId: string | null;
  phone: string | null;
  districtCode: string | null;
}

/** The account that a row is about, or the facts in which the nearest account contradicts the row. */
export type StaffJudgement<Account extends StaffAccount> =
  | { kind: 'matched'; account: Account }
  | { kind: 'contradiction'; account: Account; differs: readonly StaffFact[] }
  | { kind: 'notFound'; differs: readonly StaffFact[] };

/** Other columns, such as the school and its UDISE code, are not compared, because schools are written in many ways. */
export const staffColumns = {
  employeeId: {
    names: [
      ...[
        'employee id',
        'employee code',
        'emp id',
        'id of employee',
        'emp code',
        'teacher id',
        'teacher code',
        'teacher unique id',
        'staff id',
      ],
      ...[
        'staff code',
        'hrms id',
        'hrms code',
        'eshikshakosh id',
        'eshikshakosh code',
        'e shikshakosh teacher id',
        'unique id',
      ],
      ...[
        'कर्मचारी आईडी',
        'कर्मचारी कोड',
        'शिक्षक आईडी',
        'शिक्षक कोड',
        'ई शिक्षाकोष आईडी',
        'ई शिक्षाकोष कोड',
        'एचआरएमएस आईडी',
      ],
    ],
    looseNames: ['id', 'code', 'employee', 'आईडी', 'कोड'],
  },
  name: {
    names: [
      ...[
        'teacher name',
        'name of teacher',
        'name of the teacher',
        'teachers name',
        'employee name',
        'name of employee',
      ],
      ...['name of the employee', 'staff name', 'full name', 'teacher full name'],
      ...[
        'शिक्षक का नाम',
        'शिक्षिका का नाम',
        'अध्यापिका का नाम',
        'शिक्षक नाम',
        'शिक्षक शिक्षिका का नाम',
        'कर्मचारी का नाम',
        'अध्यापक का नाम',
        'पूरा नाम',
      ],
    ],
    looseNames: ['name', 'नाम'],
    isRequired: true,
  },
  phone: {
    names: [
      ...[
        'phone',
        'mobile',
        'mobile phone',
        'teacher mobile',
        'teacher phone',
        'employee mobile',
        'registered mobile',
        'mob',
        'ph',
        'mobile of teacher',
      ],
      ...['मोबाइल', 'मोबाईल', 'फ़ोन', 'मोबाइल फ़ोन', 'शिक्षक का मोबाइल', 'दूरभाष', 'मो', 'मोबा'],
    ],
    looseNames: ['contact', 'contact mobile', 'whatsapp', 'cell', 'संपर्क', 'व्हाट्सएप'],
  },
  district: {
    names: [
      ...[
        'district',
        'district name',
        'name of district',
        'name of the district',
        'posting district',
        'posted district',
      ],
      ...[
        'present district',
        'current district',
        'ज़िला',
        'ज़िले का नाम',
        'ज़िला का नाम',
        'ज़िला नाम',
        'पदस्थापन ज़िला',
      ],
    ],
    looseNames: ['dist', 'distt'],
  },
} as const satisfies Record<ComparedFact, ReadColumn>;

/** Reads a staff list. @throws {AppError} `validation_failed` with a sentence about `file`. */
export async function readStaffList(text: string): Promise<{ file: ImportedFile; rows: StaffRow[] }> {
  const { file, rows, has } = await readFile(text, staffColumns);
  if (!has('employeeId') && !has('phone'))
    throw withoutColumn([staffColumns.employeeId, staffColumns.phone], headingsOf(file));
  if (rows.every(({ values, unreadable }) => !unreadable && values.employeeId === '' && values.phone === ''))
    throw nothingUsable(file);
  return { file, rows: await mapInTurns(rows, staffRow) };
}

/** A number that a spreadsheet has shortened. */
const shortened = /^\d(?:[.,]\d+)?e\+\d+$/i;

export function staffRow({ line, values, unreadable: damage }: ReadRow<keyof typeof staffColumns>): StaffRow {
  const { name } = values;
  const phone = phoneSchema.safeParse(values.phone);
  // Spreadsheets add `.0` to numbers.
  const employeeId = employeeKey(values.employeeId).replace(/^(\d+)\.0+$/, '$1');
  const isIdShortened = shortened.test(employeeId);
  return {
    line,
    name,
    nameKey: nameKey(name),
    employeeId: employeeId === '' || isIdShortened ? undefined : employeeId,
    phone: phone.success ? phone.data : undefined,
    districtCode: values.district === '' ? undefined : (districtNamed(values.district) ?? null),
    unreadable: [
      ...(values.phone !== '' && !phone.success ? ['unreadablePhone' as const] : []),
      ...(isIdShortened ? ['unreadableId' as const] : []),
    ],
    damage,
    values,
  };
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
function unsearchable({ employeeId, phone, unreadable }: StaffRow): StaffFact[] {
  if (unreadable.length > 0) return [...unreadable];
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
  const [first] = judged;
  const hasOtherName = judged.some(({ row }) => first && !isSameName(row.nameKey, first.row.nameKey));
  const accounts = judged.flatMap(({ judgement }) =>
    judgement.kind === 'matched' ? [judgement.account.id] : [],
  );
  return hasOtherName || new Set(accounts).size > 1;
}

/** Compares employee ids without the zeros at the start and the `.0` that spreadsheets take and add. */
export function isSameEmployeeId(one: string, other: string): boolean {
  const plain = (id: string) => {
    const key = employeeKey(id).replace(/^(\d+)\.0+$/, '$1');
    return /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
  };
  return one === other || plain(one) === plain(other);
}

function differences(row: StaffRow, account: StaffAccount): StaffFact[] {
  const isOther = <Value>(listed: Value | undefined, stated: Value | null) =>
    listed !== undefined && stated !== null && listed !== stated;
  const hasOtherId =
    row.employeeId !== undefined &&
    account.employeeId !== null &&
    !isSameEmployeeId(row.employeeId, account.employeeId);
  return [
    ...(isSameName(row.nameKey, account.nameKey) ? [] : ['name' as const]),
    ...(hasOtherId ? ['employeeId' as const] : []),
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
      (teacher_id is not null and upper(replace(teacher_id, ' ', '')) = any(${ids}::text[])) or phone = any(${phones}::text[])
    ) order by id`.execute(db);
  return mapInTurns(found.rows, ({ employeeId, ...account }) => ({
    ...account,
    nameKey: nameKey(account.name),
    employeeId: employeeId === null ? null : employeeKey(employeeId),
  }));
}
