import type {
  ListedTeacher,
  PeopleFilters,
  PeopleList,
  TeacherList,
} from '@mutual-transfer/domain/administration/administration';
import type { PeopleOrder, PeopleSort } from '@mutual-transfer/domain/administration/list-columns';
import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import { type PageQuery, type Pagination, paginationOf } from '@mutual-transfer/domain/query-parameters';

import { placesNamed } from '@mutual-transfer/domain/reference/place-names';
import { blockByCode, districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type AdministratorScope, isPostedInScope } from '../people/administrator-scope.ts';
import { hasWords, isFoundBy, isSearched, searchedWords } from '../people/person-search.ts';
import { presentAccount } from '../people/present.ts';
import { isElsewhere } from '../people/visibility.ts';
import { isWithin } from '../platform/database/database-clock.ts';
import { countRows } from '../platform/database/read-page.ts';
import type { Database, UserRow } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { isInStage } from './season-stages.ts';

interface PeopleSearch extends PeopleFilters {
  page: number;
  limit: number;
}

/** Time of a teacher's payment, including a refunded one. */
const paymentMoment = `coalesce(users.paid_at, (
  select max(settled_at) from payment_orders where user_id = users.id and status = 'refunded'))`;

/** Expressions that lists are ordered by, besides the ids, which ascend with the time of registration. */
const orders: Record<Exclude<PeopleOrder, 'joined'>, RawBuilder<unknown>> = {
  name: sql`lower(users.name)`,
  district: sql`users.district`,
  subject: sql`users.subject`,
  school: sql`lower(users.school_name)`,
  paid: sql.raw(paymentMoment),
  amount: sql`users.paid_rupees`,
};

/** Returns the order of a list. Both directions read the same index. @param isSeen the condition on rows whose fields may decide the order. */
function orderOf(sort: PeopleSort, isSeen?: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-') || sort === 'newest';
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const by = new Map(Object.entries(orders)).get(sort.replace('-', ''));
  if (by === undefined) return sql`users.id ${direction}`;
  const key = isSeen === undefined ? by : sql`case when ${isSeen} then ${by} end`;
  return sql`${key} ${direction}, users.id ${direction}`;
}

/**
 * Returns the teachers of the administrator's districts, newest first unless sorted; searched by name, email, phone, school, id or place. With
 * a stage of the season, those who are posted elsewhere by now are among them.
 */
export async function findTeachers(
  db: Kysely<Database>,
  viewer: SignedIn,
  { page, limit, ...filters }: PeopleSearch,
  now: Date,
): Promise<TeacherList> {
  const isListed = isListedTeacher(viewer, filters, now);
  const isSeen = filters.stage === undefined ? undefined : isPostedInScope(viewer);
  const order = orderOf(filters.sort ?? '-joined', isSeen);
  const { rows, pagination } = await findPeople(db, { page, limit }, isListed, order);
  return { users: rows.map((row) => presentListed(row, viewer)), pagination };
}

/** Returns a teacher of a list; of one who is posted elsewhere, only the name and the present place. */
export function presentListed(row: UserRow, viewer: SignedIn): ListedTeacher {
  const account = presentAccount(row);
  if (!isElsewhere(viewer, row.district)) return account;
  const { _id, name, district, currentDistrict, postingBlock, currentBlock } = account;
  return { _id, name, district, currentDistrict, postingBlock, currentBlock, isElsewhere: true };
}

/** Returns teachers who have paid, including refunded ones; latest payment first unless sorted. */
export async function findPaidTeachers(
  db: Kysely<Database>,
  { page, limit, ...filters }: PeopleSearch,
  now: Date,
): Promise<PeopleList> {
  const moment = sql.raw(paymentMoment);
  // PostgreSQL uses two indexes for this union, while `or` would read the whole table.
  const hasPaid = sql<SqlBool>`users.id in (select id from users where paid_at is not null
    union all select user_id from payment_orders where status = 'refunded')
    and ${isWithin(moment, filters)} and ${teachersCondition(filters, now)}`;
  const order = orderOf(filters.sort ?? '-paid');
  const { rows, pagination } = await findPeople(db, { page, limit }, hasPaid, order);
  const users = rows.map(presentAccount);
  const refunded = await findRefunded(
    db,
    users.flatMap(({ _id, isPaid }) => (isPaid ? [] : [_id])),
  );
  return { users: users.map((user) => ({ ...user, ...refunded.get(user._id) })), pagination };
}

/** Returns the refunded payments of these teachers. */
async function findRefunded(db: Kysely<Database>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('payment_orders')
    .leftJoin('payment_refunds', (join) =>
      join.onRef('order_id', '=', 'payment_orders.id').on('state', '=', 'processed'),
    )
    .select([
      'user_id',
      'payment_orders.amount_paise',
      'payment_orders.settled_at',
      'payment_refunds.settled_at as refunded_at',
    ])
    .where('user_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 'refunded')
    .orderBy('payment_orders.settled_at')
    .orderBy('payment_refunds.settled_at')
    .execute();
  return new Map(
    rows.map(({ user_id, amount_paise, settled_at, refunded_at }) => [
      user_id,
      {
        paymentAmount: amount_paise / PAISE_A_RUPEE,
        paymentDate: settled_at?.toISOString() ?? null,
        ...(refunded_at !== null && { refundedAt: refunded_at.toISOString() }),
      },
    ]),
  );
}

/** Returns the condition on `users` of the administrator's list of teachers. */
export function isListedTeacher(
  viewer: AdministratorScope,
  filters: PeopleFilters,
  now: Date,
): RawBuilder<SqlBool> {
  const { stage, district: _district, sort: _sort, ...facts } = filters;
  // A filter by a fact of a teacher who is posted elsewhere by now would reveal it.
  const isOfStage = stage !== undefined && Object.values(facts).every((fact) => fact === undefined);
  return sql<SqlBool>`users.role = 'teacher' and ${isOfStage ? sql`true` : isPostedInScope(viewer)}
    and ${isWithin('users.created_at', filters)} and ${teachersCondition(filters, now, viewer)}`;
}

async function findPeople(
  db: Kysely<Database>,
  { page, limit }: PageQuery,
  condition: RawBuilder<SqlBool>,
  order: Expression<unknown>,
): Promise<{ rows: UserRow[]; pagination: Pagination }> {
  // Selects the ids of the page first, so that the rows of skipped pages are not read.
  const ids = db
    .selectFrom('users')
    .select('id')
    .where(condition)
    .orderBy(sql`${order}`)
    .limit(limit)
    .offset((page - 1) * limit);
  const [rows, total] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy(sql`${order}`).execute(),
    countRows(db, sql`select from users where ${condition}`),
  ]);
  return { rows, pagination: paginationOf({ page, limit }, total) };
}

/** Returns the condition of the filters on `users`, without the span of days. With a stage, the district is that of the consent or seat. */
export function teachersCondition(
  filters: PeopleFilters,
  now: Date,
  scope: AdministratorScope = { administers: null },
): RawBuilder<SqlBool> {
  const { search, district, subject, isActive, isPaid, isVerified, stage } = filters;
  const conditions = [
    matches(search),
    ...(district === undefined || stage !== undefined
      ? []
      : [sql<SqlBool>`users.district = ${districtByName(district)?.code}`]),
    ...(subject === undefined ? [] : [sql<SqlBool>`users.subject = ${subjectByName(subject)?.code}`]),
    ...(isActive === undefined ? [] : [sql<SqlBool>`users.is_active = ${isActive === 'true'}`]),
    ...(isPaid === undefined ? [] : [sql<SqlBool>`(users.paid_at is not null) = ${isPaid === 'true'}`]),
    ...(isVerified === undefined
      ? []
      : [sql<SqlBool>`(users.verified_at is not null) = ${isVerified === 'true'}`]),
    ...(stage === undefined ? [] : [isInStage(stage, { administers: districtsOf(scope, district) }, now)]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Returns the codes of the administrator's districts, of the one that is chosen, if any; null for the whole state. */
export function districtsOf(
  { administers }: AdministratorScope,
  chosen: string | undefined,
): string[] | null {
  const code = chosen === undefined ? undefined : districtByName(chosen)?.code;
  if (code === undefined) return administers === null ? null : [...administers];
  return [code].filter((district) => administers?.includes(district) ?? true);
}

/**
 * Returns the condition of a search. An id must be equal; any other text is searched as `isSearched` does, and in places if it names one.
 */
function matches(search: string | undefined): RawBuilder<SqlBool> {
  const words = searchedWords(search);
  if (words === '') return sql<SqlBool>`true`;
  if (z.uuid().safeParse(words).success) return sql<SqlBool>`users.id = ${words}`;
  const { districts, blocks } = placesNamed(words);
  if (districts.length + blocks.length === 0) return isSearched(words);
  // `users_by_district` finds both kinds of places; it is an index of teachers only.
  const around = [...districts, ...blocks.map((code) => blockByCode(code).districtCode)];
  const isPosted = sql`users.role = 'teacher' and users.district = any(${around})
    and (users.district = any(${districts}) or users.block = any(${blocks}))`;
  return isFoundBy(sql<SqlBool>`${hasWords(words)} or (${isPosted})`);
}
