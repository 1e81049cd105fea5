import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isPostedInScope } from '../../privacy/administrator-scope.queries.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { employeeKey, nameKey, type StaffAccount, type StaffRow } from './staff-list.ts';

export interface FoundStaff extends StaffAccount {
  readonly name: string;
  readonly verifiedAt: Date | null;
  readonly verifiedNote: string | null;
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
