import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { ListFilters } from '@mutual-transfer/domain/request-filters';
import type { ListQuery } from '@mutual-transfer/domain/transfer-request';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { apartIds, isUnblocked } from '../accounts/blocks.ts';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, RequestRow } from '../database/schema.ts';
import { type PersonRow, personColumns } from '../privacy/present.ts';
import { isLookedUp, lookedUp, passed } from './list-filters.ts';

/** A request with its owner, as lists read them. */
export type RequestWithPerson = Omit<
  RequestRow,
  | 'search'
  | 'listed'
  | 'completed_at'
  | 'stands_back'
  | 'owner_is_active'
  | 'from_district'
  | 'from_block'
  | 'owner_verified'
  | 'user_id'
  | PrivacyColumn
> &
  PersonRow & {
    ownPrivacy: OwnPrivacy;
    /** The agreement that binds it, where one does. */
    agreement: { readonly _id: string; readonly isFiled: boolean } | null;
  };

type PrivacyColumn = 'hide_name' | 'hide_phone' | 'hide_email' | 'hide_school_name';

/** What the request itself hides; its owner may hide more through another one. */
export type OwnPrivacy = Pick<RequestRow, PrivacyColumn>;

/** Which requests a list holds: everybody's listed ones, and for a signed-in teacher all of their own. */
export interface ListScope {
  readonly ownerId: string | undefined;
}

type Db = Kysely<Database>;

/**
 * One page of a list; how many requests of its reader it holds that no other reader sees, and how many it leaves out since
 * their owner and its reader are apart by a block.
 */
export interface ListPage {
  readonly rows: RequestWithPerson[];
  readonly unlisted: number;
  readonly blocked: number;
}

/** `table.column`, or `table.column as otherName`, as SQL. */
const personSelected = personColumns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', ');

/**
 * A request with its owner. It is built once, which for each list would cost a tenth of the list's time; a value that enters it is a
 * parameter as in any other query.
 */
const withPerson = sql`
  select requests.id, requests.desired_district, requests.desired_block, requests.subject, requests.class_range,
    requests.reason, requests.additional_info, requests.urgency, requests.contact_preference, requests.status,
    requests.created_at, requests.expires_at, requests.ready_until, requests.accept_for_me,
    case when requests.status = 'pending' then (
      select json_build_object('_id', agreement_id, 'isFiled', state = 'in_progress') from agreement_members
      where agreement_members.request_id = requests.id and agreement_members.state in ('agreed', 'in_progress')
    ) end as agreement, ${sql.raw(personSelected)},
    json_build_object(
      'hide_name', requests.hide_name, 'hide_phone', requests.hide_phone,
      'hide_email', requests.hide_email, 'hide_school_name', requests.hide_school_name
    ) as "ownPrivacy"
  from requests join users on users.id = requests.user_id`;

/**
 * One page of requests: the newest of each teacher first, then their other ones; both newest first, ties by id (an id is minted
 * at the request's creation).
 *
 * @param total how many listed ones there are, beyond which none is looked for: words that few requests hold are looked up in the index of words, for a walk
 * from the newest on would pass all the others; words that many hold are soon found on that walk.
 */
export async function findPage(
  db: Db,
  filters: ListQuery,
  { ownerId }: ListScope,
  total: number,
): Promise<ListPage> {
  const offset = (filters.page - 1) * filters.limit;
  if (ownerId === undefined && offset >= total) return { rows: [], unlisted: 0, blocked: 0 };
  const reach = Math.min(offset + filters.limit, total);
  // Left out by their ids, which stand in the index that is walked.
  const apart =
    ownerId === undefined
      ? sql`false`
      : sql`listed and user_id in (${apartIds(ownerId)}) and ${passed(filters)}`;
  const unblocked =
    ownerId === undefined ? sql`true` : sql`id <> all (array(select id from requests where ${apart}))`;
  const newest = isLookedUp(filters, reach, total)
    ? sql`select id, stands_back from requests where listed and ${lookedUp(filters)} and ${unblocked}`
    : sql`select id, stands_back from (
        select id, stands_back from requests where listed and ${passed(filters)} and ${unblocked}
        order by stands_back, id desc limit ${farEnough(reach)}
      ) as listed limit ${reach}`;
  const own =
    ownerId === undefined
      ? sql`select null::uuid as id, false as stands_back where false`
      : sql`select id, stands_back from requests where not listed and user_id = ${ownerId} and ${passed(filters)}`;
  const page = sql<{ unlisted: number; blocked: number } & NullableRow>`
    with own as materialized (${own}), found as materialized ((${newest}) union all select * from own), page as (
      select id, stands_back from found order by stands_back, id desc limit ${filters.limit} offset ${offset}
    )
    select counted.unlisted, counted.blocked, listed.*
    from (select count(*)::int as unlisted, (select count(*)::int from requests where ${apart}) as blocked from own) as counted
    left join (page join (${withPerson} where requests.id in (select id from page)) as listed using (id)) on true
    order by page.stands_back, listed.id desc`;
  const compiled = page.compile(db);
  const found =
    filters.search === undefined
      ? await executePrepared(db, compiled)
      : (await db.executeQuery(compiled)).rows;
  const { unlisted = 0, blocked: leftOut = 0 } = found[0] ?? {};
  return { rows: found.filter(isFound), unlisted, blocked: leftOut };
}

type NullableRow = RequestWithPerson | { readonly id: null };

/** A page without a request still has the line that counts. */
function isFound<Row extends NullableRow>(row: Row): row is Row & RequestWithPerson {
  return row.id !== null;
}

/** The next power of ten, so that the statement is the same for many pages while its plan knows that it reads little. */
function farEnough(reach: number): RawBuilder<number> {
  return sql.lit(10 ** Math.max(2, Math.ceil(Math.log10(reach))));
}

/** How many requests the list of everybody's listed ones holds. */
export async function countListed(db: Db, filters: ListFilters): Promise<number> {
  const { total } = await db
    .selectFrom('requests')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('listed', '=', true)
    .where(lookedUp(filters))
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of one person's requests, newest first, and how many they have. */
export async function findRequestsOf(
  db: Db,
  userId: string,
  { page, limit }: PageQuery,
): Promise<{ rows: RequestWithPerson[]; total: number }> {
  const offset = (page - 1) * limit;
  const query = sql<RequestWithPerson>`${withPerson} where requests.user_id = ${userId}
    order by requests.id desc limit ${limit} offset ${offset}`;
  const [{ rows }, { total }] = await Promise.all([
    query.execute(db),
    db
      .selectFrom('requests')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** A request that lists show that reader: a listed one of a teacher no block keeps apart from them, or any of their own. */
export async function findShownRequest(
  db: Db,
  id: string,
  readerId: string,
): Promise<RequestWithPerson | undefined> {
  const query = sql<RequestWithPerson>`${withPerson}
    where requests.id = ${id}
      and (requests.user_id = ${readerId} or (requests.listed and ${isUnblocked('requests.user_id', readerId)}))`;
  return (await query.execute(db)).rows[0];
}

/** A request by its id and owner; undefined also when it is another teacher's. */
export async function findRequest(
  db: Db,
  id: string,
  ownerId: string,
): Promise<RequestWithPerson | undefined> {
  const query = sql<RequestWithPerson>`${withPerson} where requests.id = ${id} and requests.user_id = ${ownerId}`;
  return (await query.execute(db)).rows[0];
}
