import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import { ANY_BLOCK, blocksNamed, districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { wordsOf } from '@mutual-transfer/domain/text';
import type { ListQuery } from '@mutual-transfer/domain/transfer-request';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Database, RequestRow } from '../../database/schema.ts';
import { type PersonRow, personColumns } from '../../people/present.ts';

/** A request with its owner, as lists read them. */
export type RequestWithPerson = Omit<
  RequestRow,
  'search' | 'listed' | 'owner_is_active' | 'user_id' | PrivacyColumn
> &
  PersonRow & { ownPrivacy: OwnPrivacy };

type PrivacyColumn = 'hide_name' | 'hide_phone' | 'hide_email' | 'hide_school_name';

/** What the request itself hides; its owner may hide more through another one. */
export type OwnPrivacy = Pick<RequestRow, PrivacyColumn>;

/** Which requests a list holds: everybody's listed ones, and for somebody signed in all of their own. */
export interface ListScope {
  readonly ownerId: string | undefined;
}

/** How many requests there are, exact up to the window that can be paged through. */
export interface Count {
  readonly total: number;
  readonly totalIsExact: boolean;
}

type Db = Kysely<Database>;

/**
 * One page of requests, newest first, ties by id (an id is minted at the request's creation).
 *
 * @param count how many there are: words that few requests hold are looked up first, for a walk from the newest on
 * would pass all the others; words that many hold are found soon on that walk.
 */
export async function findRequests(
  db: Db,
  filters: ListQuery,
  scope: ListScope,
  count: Count,
): Promise<RequestWithPerson[]> {
  const offset = (filters.page - 1) * filters.limit;
  const reach = offset + filters.limit;
  const isLookedUp = filters.search !== undefined && count.totalIsExact;
  const listed = db
    .selectFrom('requests')
    .select('requests.id')
    .where('listed', '=', true)
    .where(matches(filters));
  const newest = isLookedUp ? listed : listed.orderBy('requests.id', 'desc').limit(reach);
  const own = db
    .selectFrom('requests')
    .select('requests.id')
    .where('listed', '=', false)
    .where('user_id', '=', scope.ownerId ?? null)
    .where(matches(filters));
  const ids = scope.ownerId === undefined ? newest : sql<{ id: string }>`(${newest}) union all (${own})`;
  const page = sql<{ id: string }>`with found as materialized (${ids})
    select id from found order by id desc limit ${filters.limit} offset ${offset}`;
  return selectWithPerson(db)
    .where('requests.id', 'in', sql<string>`(${page})`)
    .orderBy('requests.id', 'desc')
    .execute();
}

/** How many requests the list holds, exact up to the window that can be paged through. */
export async function countRequests(db: Db, filters: ListQuery, scope: ListScope): Promise<Count> {
  const listed = await countUpToWindow(db, filters);
  const own = scope.ownerId === undefined ? 0 : await countUnlisted(db, filters, scope.ownerId);
  const total = listed + own;
  return total > LIST_WINDOW ? { total: LIST_WINDOW, totalIsExact: false } : { total, totalIsExact: true };
}

/** Every request of one person, newest first. */
export function findRequestsOf(db: Db, userId: string): Promise<RequestWithPerson[]> {
  return selectWithPerson(db).where('requests.user_id', '=', userId).orderBy('requests.id', 'desc').execute();
}

/** A request by its id and owner; undefined also when it is somebody else's. */
export function findRequest(db: Db, id: string, ownerId: string): Promise<RequestWithPerson | undefined> {
  return selectWithPerson(db)
    .where('requests.id', '=', id)
    .where('requests.user_id', '=', ownerId)
    .executeTakeFirst();
}

function selectWithPerson(db: Db) {
  return db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .select([
      'requests.id',
      'requests.desired_district',
      'requests.desired_block',
      'requests.subject',
      'requests.class_range',
      'requests.reason',
      'requests.additional_info',
      'requests.urgency',
      'requests.contact_preference',
      'requests.status',
      'requests.created_at',
      'requests.expires_at',
      ...personColumns,
    ])
    .select(
      sql<OwnPrivacy>`json_build_object(
        'hide_name', requests.hide_name, 'hide_phone', requests.hide_phone,
        'hide_email', requests.hide_email, 'hide_school_name', requests.hide_school_name)`.as('ownPrivacy'),
    );
}

async function countUpToWindow(db: Db, filters: ListQuery): Promise<number> {
  const some = db
    .selectFrom('requests')
    .select(sql`1`.as('one'))
    .where('listed', '=', true)
    .where(matches(filters))
    .limit(LIST_WINDOW + 1);
  const { rows } = await sql<{ count: string }>`select count(*) from (${some}) as counted`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function countUnlisted(db: Db, filters: ListQuery, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('requests')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('user_id', '=', ownerId)
    .where('listed', '=', false)
    .where(matches(filters))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The filters as a condition on columns of `requests` alone. */
function matches(filters: ListQuery): Expression<SqlBool> {
  const words = wordsOf(filters.search ?? '');
  const conditions = [
    filters.urgency === undefined ? undefined : sql<SqlBool>`urgency = ${filters.urgency}`,
    filters.district === undefined
      ? undefined
      : sql<SqlBool>`desired_district = ${districtCode(filters.district)}`,
    filters.block === undefined ? undefined : blockCondition(filters.block, filters.district),
    filters.subject === undefined
      ? undefined
      : sql<SqlBool>`subject = ${subjectByName(filters.subject)?.code}`,
    filters.classRange === undefined ? undefined : sql<SqlBool>`class_range = ${filters.classRange}`,
    words.length === 0 ? undefined : sql<SqlBool>`search @@ ${prefixQuery(words)}::tsquery`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Each word must begin some word of the request. Words are letters, marks and digits, so quoting them is safe. */
function prefixQuery(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ');
}

function districtCode(name: string): string | undefined {
  return districtByName(name)?.code;
}

/** A block's name alone means every block of that name. */
function blockCondition(block: string, district: string | undefined): Expression<SqlBool> {
  if (block === ANY_BLOCK) return sql<SqlBool>`desired_block is null`;
  const districtWanted = district === undefined ? undefined : districtCode(district);
  const codes = blocksNamed(block)
    .filter((candidate) => districtWanted === undefined || candidate.districtCode === districtWanted)
    .map((candidate) => candidate.code);
  return sql<SqlBool>`desired_block in (${sql.join(codes)})`;
}
