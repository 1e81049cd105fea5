import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, RequestRow } from '../database/tables/schema.ts';
import { isUnseenBy } from '../database/unseen-changes.ts';
import { isRecord } from '../members/records.ts';
import { excludedIds, isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { type PersonRow, personColumns } from '../privacy/present.ts';
import type { Condition } from '../privacy/search-words.ts';
import { meets } from './list-filters.ts';

/** A request with its owner, as lists select it. */
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
    /** The agreement that binds the request, if any. */
    agreement: { readonly _id: string; readonly isFiled: boolean } | null;
    /** True if an agreement completed the request. */
    isRecord: boolean;
  };

type PrivacyColumn = 'hide_name' | 'hide_phone' | 'hide_email' | 'hide_school_name';

/** Privacy settings of the request itself. Its owner may hide more through another request. */
export type OwnPrivacy = Pick<RequestRow, PrivacyColumn>;

type Db = Kysely<Database>;

/** One page of a list, and the number of requests on all pages. */
export interface ListPage {
  readonly rows: readonly RequestWithPerson[];
  readonly total: number;
}

/** The viewer of a list. A signed-in teacher sees all of their own requests. */
export interface ReaderOfList {
  /** Undefined for a visitor. */
  readonly ownerId: string | undefined;
}

/** Returns `table.column`, or `table.column as otherName`, as SQL. */
const personSelected = personColumns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', ');

/**
 * Columns and joins of a request with its owner. Built once, because building it for each list would cost a tenth of the list's time.
 * Values are query parameters.
 */
const withPerson = sql`
  select requests.id, requests.desired_district, requests.desired_block, requests.subject, requests.class_range,
    requests.reason, requests.additional_info, requests.urgency, requests.contact_preference, requests.status,
    requests.created_at, requests.expires_at, requests.ready_until, requests.accept_for_me, requests.is_hidden, requests.own_rank,
    requests.status = 'completed' and ${isRecord(sql`requests.id`)} as "isRecord",
    case when requests.status in ('pending', 'completed') then (
      select json_build_object('_id', agreement_id, 'isFiled', state = 'in_progress') from agreement_members
      where agreement_members.request_id = requests.id and agreement_members.state in ('agreed', 'in_progress')
    ) end as agreement, ${sql.raw(personSelected)},
    json_build_object(
      'hide_name', requests.hide_name, 'hide_phone', requests.hide_phone,
      'hide_email', requests.hide_email, 'hide_school_name', requests.hide_school_name
    ) as "ownPrivacy"
  from requests join users on users.id = requests.user_id`;

/**
 * Returns one page of the requests that meet these conditions: the newest of each teacher first, then their other ones; both newest first,
 * ties by id (ids are UUIDv7, created with the request). Used while this process has no index of lists.
 */
export async function findPage(
  db: Db,
  conditions: readonly Condition[],
  { page, limit }: PageQuery,
  { ownerId }: ReaderOfList,
): Promise<ListPage> {
  const isInList =
    ownerId === undefined ? sql`listed` : sql`(${isListedFor(ownerId)} or ${isShownOwn(ownerId)})`;
  const { rows } = await sql<{ total: number } & NullableRow>`
    with found as materialized (
      select id, stands_back from requests where ${isInList} and ${meets(conditions)}
    ), page as (
      select id, stands_back from found order by stands_back, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select counted.total, listed.* from (select count(*)::int as total from found) as counted
    left join (page join (${withPerson}) as listed using (id)) on true
    order by page.stands_back, listed.id desc`.execute(db);
  return { rows: rows.filter(isFound), total: rows[0]?.total ?? 0 };
}

type NullableRow = RequestWithPerson | { readonly id: null };

/** A page without requests still has the row with the count. */
function isFound<Row extends NullableRow>(row: Row): row is Row & RequestWithPerson {
  return row.id !== null;
}

function isListedFor(ownerId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(listed and ${isUnblocked('requests.user_id', ownerId)})`;
}

function isShownOwn(ownerId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(requests.user_id = ${ownerId} and not requests.is_hidden)`;
}

/** The part of a list that depends on the viewer. It is small and read anew for each page. */
export interface OwnPart {
  /** Ids of the viewer's own requests that are not listed. */
  readonly own: readonly string[];
  /** Ids of listed requests of teachers separated from the viewer by a block. */
  readonly without: readonly string[];
}

/** Returns the requests that the viewer's list has in addition to the listed ones, and those that it leaves out. */
export async function findOwnPart(
  db: Db,
  conditions: readonly Condition[],
  { ownerId }: ReaderOfList,
): Promise<OwnPart> {
  if (ownerId === undefined) return { own: [], without: [] };
  const query = sql<OwnPart>`
    select array(
      select id::text from requests where ${isShownOwn(ownerId)} and not listed and ${meets(conditions)}
    ) as own, array(
      select id::text from requests where user_id in (${excludedIds(ownerId)}) and listed
    ) as without`;
  const [part] = await execute(db, 'own part of a list', conditions, query);
  return part ?? { own: [], without: [] };
}

/**
 * Returns the requests of these ids, in their order, that the viewer's list still contains. The index that found the ids may be behind the
 * database.
 */
export async function findListed(
  db: Db,
  ids: readonly string[],
  conditions: readonly Condition[],
  { ownerId }: ReaderOfList,
): Promise<RequestWithPerson[]> {
  if (ids.length === 0) return [];
  const isInList =
    ownerId === undefined ? sql`listed` : sql`(${isListedFor(ownerId)} or ${isShownOwn(ownerId)})`;
  const query = sql<RequestWithPerson>`${withPerson}
    where requests.id = any(${ids}::uuid[]) and ${isInList} and ${meets(conditions)}`;
  const name = ownerId === undefined ? 'listed for visitors' : 'listed for members';
  const rows = await execute(db, name, conditions, query);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Prepares the statement of a list without filters, which is the most frequent one. With conditions the text differs, so the query is sent
 * unnamed.
 */
async function execute<Row>(
  db: Db,
  name: string,
  conditions: readonly Condition[],
  query: RawBuilder<Row>,
): Promise<Row[]> {
  return conditions.length === 0
    ? executePrepared(db, name, query.compile(db))
    : (await query.execute(db)).rows;
}

/** Returns a page of one person's requests, newest first, and their number. */
export async function findRequestsOf(
  db: Db,
  userId: string,
  { page, limit, includeHidden }: PageQuery & { readonly includeHidden: boolean },
): Promise<{ rows: RequestWithPerson[]; total: number }> {
  const offset = (page - 1) * limit;
  const query = sql<RequestWithPerson>`${withPerson}
    where requests.user_id = ${userId} and (${includeHidden} or not requests.is_hidden)
    order by requests.id desc limit ${limit} offset ${offset}`;
  const number = sql<{ total: number }>`
    select count(*)::int as total from requests where user_id = ${userId} and (${includeHidden} or not is_hidden)`;
  const [rows, [counted]] = await Promise.all([
    executePrepared(db, 'page of own requests', query.compile(db)),
    executePrepared(db, 'number of own requests', number.compile(db)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Returns a request that the viewer's lists contain: a listed one of a teacher not separated by a block, or any of their own. */
export async function findShownRequest(
  db: Db,
  id: string,
  readerId: string,
): Promise<RequestWithPerson | undefined> {
  const query = sql<RequestWithPerson>`${withPerson}
    where requests.id = ${id}
      and (requests.user_id = ${readerId} or ${isListedFor(readerId)})`;
  return (await executePrepared(db, 'shown request', query.compile(db)))[0];
}

/** Returns a request by its id and owner, or `undefined`, also for another teacher's request. */
export async function findRequest(
  db: Db,
  id: string,
  ownerId: string,
): Promise<RequestWithPerson | undefined> {
  const query = sql<RequestWithPerson>`${withPerson} where requests.id = ${id} and requests.user_id = ${ownerId}`;
  return (await executePrepared(db, 'own request', query.compile(db)))[0];
}

/** Maximum number of changed requests that are checked one by one. With more, the index is updated first. */
export const MOST_CHANGED = 200;

/** Returns the requests that changed since the snapshot, up to one more than `MOST_CHANGED`. */
export async function findChanged(db: Kysely<Database>, since: string | undefined): Promise<string[]> {
  if (since === undefined) return [];
  const query = sql<{ id: string }>`
    select distinct offer_id::text as id from offer_changes, (select ${since}::pg_snapshot as snapshot) as since
    where ${sql.raw(isUnseenBy('since.snapshot'))} and offer_id is not null limit ${MOST_CHANGED + 1}`;
  return (await executePrepared(db, 'requests changed since', query.compile(db))).map(({ id }) => id);
}
