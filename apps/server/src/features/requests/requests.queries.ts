import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import type { ListQuery } from '@mutual-transfer/domain/transfer-request';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { executePrepared } from '../../database/prepared.ts';
import type { Database, RequestRow } from '../../database/schema.ts';
import { type PersonRow, personColumns } from '../../people/present.ts';
import { type Count, isLookedUp, type ListFilters, lookedUp, passed } from './list-filters.ts';

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

type Db = Kysely<Database>;

/**
 * One page of requests, newest first, ties by id (an id is minted at the request's creation).
 *
 * @param count how many there are: words that few requests hold are looked up in the index of words, for a walk from
 * the newest on would pass all the others; words that many hold are soon found on that walk.
 */
export async function findRequests(
  db: Db,
  filters: ListQuery,
  scope: ListScope,
  count: Count,
): Promise<RequestWithPerson[]> {
  const offset = (filters.page - 1) * filters.limit;
  const reach = offset + filters.limit;
  const newest = isLookedUp(filters, reach, count)
    ? sql`select id from requests where listed and ${lookedUp(filters)}`
    : sql`select id from (
        select id from requests where listed and ${passed(filters)} order by id desc limit ${farEnough(reach)}
      ) as listed limit ${reach}`;
  const own = sql`select id from requests where not listed and user_id = ${scope.ownerId} and ${passed(filters)}`;
  const found = scope.ownerId === undefined ? newest : sql`(${newest}) union all (${own})`;
  const page = sql<RequestWithPerson>`
    with found as materialized (${found}), page as (
      select id from found order by id desc limit ${filters.limit} offset ${offset}
    )
    ${withPersonSelected(db)} where requests.id in (select id from page) order by requests.id desc`;
  if (filters.search === undefined) return executePrepared(db, page.compile(db));
  return (await page.execute(db)).rows;
}

/** A round number, so that the statement is the same for many pages while its plan knows that it reads little. */
function farEnough(reach: number): RawBuilder<number> {
  const rounded = [100, 1_000].find((some) => reach <= some) ?? LIST_WINDOW;
  return sql.lit(rounded);
}

/** How many requests the list of everybody's listed ones holds, exact up to the window that can be paged through. */
export async function countListed(db: Db, filters: ListFilters): Promise<Count> {
  const some = db
    .selectFrom('requests')
    .select(sql`1`.as('one'))
    .where('listed', '=', true)
    .where(lookedUp(filters))
    .limit(LIST_WINDOW + 1);
  const { rows } = await sql<{ count: string }>`select count(*) from (${some}) as counted`.execute(db);
  return countOf(Number(rows[0]?.count ?? 0));
}

/** How many of somebody's own requests only they see in the list. */
export async function countUnlisted(db: Db, filters: ListFilters, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('requests')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('user_id', '=', ownerId)
    .where('listed', '=', false)
    .where(passed(filters))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Two counts as one. */
export function addCounts(listed: Count, own: number): Count {
  return listed.totalIsExact ? countOf(listed.total + own) : listed;
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

let selection: RawBuilder<RequestWithPerson> | undefined;

/** The text of `selectWithPerson`, which to build each time would cost a list a tenth of its time. */
function withPersonSelected(db: Db): RawBuilder<RequestWithPerson> {
  selection ??= sql.raw(selectWithPerson(db).compile().sql);
  return selection;
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

function countOf(total: number): Count {
  return total > LIST_WINDOW ? { total: LIST_WINDOW, totalIsExact: false } : { total, totalIsExact: true };
}
