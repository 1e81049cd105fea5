import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { blocksOfDistrict } from '@mutual-transfer/domain/reference/places';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import type { RowConcern, SignedIn } from '../platform/sessions.ts';

/** Codes of the districts that an administrator is limited to; null for the whole state. */
export type AdministratorScope = Pick<SignedIn, 'administers'>;

/**
 * Returns the SQL condition that a teacher is posted in the administrator's districts. @param district the column with the teacher's
 * district.
 */
export function isPostedInScope(
  { administers }: AdministratorScope,
  district: RawBuilder<unknown> = sql.ref('users.district'),
): RawBuilder<SqlBool> {
  return administers === null ? sql<SqlBool>`true` : sql<SqlBool>`${district} = any(${administers}::text[])`;
}

/** Returns the SQL condition on a row of `agreements` that a member was posted in the administrator's districts. */
export function hasMemberInScope({ administers }: AdministratorScope): RawBuilder<SqlBool> {
  return administers === null ? sql<SqlBool>`true` : hasMemberIn(administers);
}

/** Returns the SQL condition on a row of `agreements` that a member was posted in one of these districts. */
export function hasMemberIn(districtCodes: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`agreements.id in (
    select agreement_id from agreement_members where from_block = any(${blockCodesOf(districtCodes)}))`;
}

/**
 * Returns the SQL condition on a seat of an agreement, left joined with its holder, that the holder is posted in the administrator's districts.
 * For an erased account, the district in the agreement counts.
 *
 * @param seat Alias of `agreement_members`.
 * @param holder Alias of `users`.
 */
export function isHeldInScope(
  { administers }: AdministratorScope,
  { seat, holder }: { seat: string; holder: string },
): RawBuilder<SqlBool> {
  if (administers === null) return sql<SqlBool>`true`;
  const isPosted = isPostedInScope({ administers }, sql.ref(`${holder}.district`));
  return sql<SqlBool>`case when ${sql.ref(`${holder}.id`)} is null
    then ${sql.ref(`${seat}.from_block`)} = any(${blockCodesOf(administers)}) else ${isPosted} end`;
}

/** Returns the SQL condition on a row of `transfer_orders` that the order names a member posted in the administrator's districts. */
export function isOrderInScope(scope: AdministratorScope): RawBuilder<SqlBool> {
  if (scope.administers === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (
    select from transfer_order_members named
      join agreement_members seat on seat.agreement_id = named.agreement_id and seat.position = named.position
      left join users holder on holder.id = seat.user_id
    where named.order_id = transfer_orders.id and ${isHeldInScope(scope, { seat: 'seat', holder: 'holder' })})`;
}

/**
 * Returns the SQL condition on a row of `agreements` that the administrator records orders of their own teachers in it: that of a district
 * for a group between districts only if the rules say so.
 */
export function isOrderedIn(
  { administers }: AdministratorScope,
  mixedOrders: Rules['mixedOrders'],
): RawBuilder<SqlBool> {
  if (administers === null || mixedOrders === 'leaving') return sql<SqlBool>`true`;
  const isWithin = administers.map(
    (district) => sql`not exists (select from agreement_members seat
      where seat.agreement_id = agreements.id and seat.from_block <> all(${blockCodesOf([district])}))`,
  );
  return sql<SqlBool>`(${sql.join(isWithin, sql` or `)})`;
}

export function blockCodesOf(districtCodes: readonly string[]): string[] {
  return districtCodes.flatMap((code) => blocksOfDistrict(code).map((block) => block.code));
}

/**
 * Returns the SQL condition that the administrator may read a report. Only administrators of the state may read reports about money.
 *
 * @param reports the name of the table in the query.
 */
export function isReportInScope(administrator: AdministratorScope, reports = 'reports'): RawBuilder<SqlBool> {
  if (administrator.administers === null) return sql<SqlBool>`true`;
  const column = (name: string) => sql.ref(`${reports}.${name}`);
  return sql<SqlBool>`(${column('reason')} <> 'money' and ${column('reported_id')} in (
    select users.id from users where ${isPostedInScope(administrator)}))`;
}

/** Returns the SQL condition that an announcement reaches teachers of the administrator. */
export function isAnnouncementSeen({ administers }: AdministratorScope): RawBuilder<SqlBool> {
  return administers === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(announcements.districts is null or announcements.districts && ${administers}::text[])`;
}

/** Returns the SQL condition that an announcement is for districts of the administrator only. */
export function isAnnouncedInScope({ administers }: AdministratorScope): RawBuilder<SqlBool> {
  return administers === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce(announcements.districts <@ ${administers}::text[], false)`;
}

const holders: Readonly<Record<RowConcern, (scope: AdministratorScope, id: string) => RawBuilder<unknown>>> =
  {
    teacher: (scope, id) => sql`select ${isPostedInScope(scope)} as "isIn" from users where id = ${id}`,
    request: (scope, id) => sql`
    select ${isPostedInScope(scope)} as "isIn" from requests join users on users.id = user_id where requests.id = ${id}`,
    message: (scope, id) => sql`
    select ${isPostedInScope(scope)} as "isIn" from alerts join users on users.id = from_user_id where alerts.id = ${id}`,
    'held text': (scope, id) => sql`
    select ${isPostedInScope(scope)} as "isIn" from users where id = any(
      select user_id from requests where id = ${id} union all select from_user_id from held_messages where id = ${id})`,
    report: (scope, id) => sql`select ${isReportInScope(scope)} as "isIn" from reports where id = ${id}`,
    // Also for the office of a member who was posted in its districts since: it records the joining, and their page links here.
    agreement: (scope, id) => sql`
    select ${hasMemberInScope(scope)} or exists (select from agreement_members seat join users on users.id = seat.user_id
      where seat.agreement_id = agreements.id and ${isPostedInScope(scope)}) as "isIn" from agreements where id = ${id}`,
    objection: (scope, id) => sql`
    select ${isPostedInScope(scope)} as "isIn" from objections join users on users.id = user_id where objections.id = ${id}`,
    announcement: (scope, id) => sql`
    select ${isAnnouncedInScope(scope)} as "isIn" from announcements where id = ${id}`,
  };

/** Returns false if the row exists and lies outside the administrator's districts. */
export async function isInScope(
  db: Kysely<Database>,
  administrator: AdministratorScope,
  concern: RowConcern,
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{ isIn: boolean | null }>`${holders[concern](administrator, id)}`.execute(db);
  const [row] = rows;
  return row === undefined || row.isIn === true;
}
