import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import { totalOf } from '../database/read-page.ts';
import type { Database, RequestRow } from '../database/tables.ts';
import { isUnseenBy } from '../database/unseen-changes.ts';
import { isRecord } from '../members/records.ts';
import { statedColumnNames } from '../members/request-rows.ts';
import { excludedIds, isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { type PersonRow, personSelected } from '../privacy/present.ts';
import type { PrivacyColumn } from '../privacy/privacy-columns.ts';
import type { Condition } from '../privacy/search-words.ts';
import { meets } from './lists/list-filters.ts';

/** Columns of a request that its presentation and its `ETag` read. */
const requestColumns = [
  ...statedColumnNames,
  'id',
  'status',
  'created_at',
  'expires_at',
  'ready_until',
  'accept_for_me',
  'is_hidden',
  'own_rank',
] as const satisfies readonly (keyof RequestRow)[];

const requestSelected = requestColumns.map((column) => `requests.${column}`);

/** A request with its owner, as selected for lists. */
export type RequestWithPerson = Pick<RequestRow, (typeof requestColumns)[number]> &
  PersonRow & {
    ownPrivacy: OwnPrivacy;
    /** The agreement that the request is bound by, if any. */
    agreement: { readonly _id: string; readonly isFiled: boolean } | null;
    /** True if an agreement completed the request. */
    isRecord: boolean;
    /** The agreement that binds the owner by any request. Not read by lists of all teachers. */
    ownerAgreement?: string | null;
  };

/** Privacy settings of the request itself. Its owner may hide more fields in another request. */
export type OwnPrivacy = Pick<RequestRow, PrivacyColumn>;

type Db = Kysely<Database>;

/** Page of a list, and the number of requests on all pages. */
export interface ListPage {
  readonly rows: readonly RequestWithPerson[];
  readonly total: number;
}

/** Id of the signed-in viewer of a list, who also sees own requests that are not listed; undefined for a visitor. */
export type OwnerId = string | undefined;

/**
 * SQL of the columns and joins of a request with its owner. Built once, because building it for each list would take a tenth of the list's
 * time. Values are query parameters.
 */
const withPerson = withPersonAnd(sql``);

/** SQL of requests that may be the reader's own: as `withPerson`, with the agreement that binds the owner. */
const ownWithPerson = withPersonAnd(sql`(
      select agreement_id from agreement_members
      where agreement_members.user_id = users.id and agreement_members.state in ('agreed', 'in_progress')
    ) as "ownerAgreement",`);

function withPersonAnd(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  select ${sql.raw([...requestSelected, ...personSelected].join(', '))}, ${columns}
    requests.status = 'completed' and ${isRecord(sql`requests.id`)} as "isRecord",
    case when requests.status in ('pending', 'completed') then (
      select json_build_object('_id', agreement_id, 'isFiled', state = 'in_progress') from agreement_members
      where agreement_members.request_id = requests.id and agreement_members.state in ('agreed', 'in_progress')
    ) end as agreement,
    json_build_object(
      'hide_name', requests.hide_name, 'hide_phone', requests.hide_phone,
      'hide_email', requests.hide_email, 'hide_school_name', requests.hide_school_name
    ) as "ownPrivacy"
  from requests join users on users.id = requests.user_id`;
}

/**
 * Returns a page of the requests that meet these conditions: first the newest request of each teacher, then the others. Both parts are
 * sorted newest first, and by id within a millisecond, because ids are UUIDv7. Used while this process has no index of lists.
 */
export async function findPage(
  db: Db,
  conditions: readonly Condition[],
  { page, limit }: PageQuery,
  ownerId: OwnerId,
): Promise<ListPage> {
  const { rows } = await sql<{ total: number } & NullableRow>`
    with found as materialized (
      select id, stands_back from requests where ${isInList(ownerId)} and ${meets(conditions)}
    ), page as (
      select id, stands_back from found order by stands_back, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select counted.total, listed.* from (select count(*)::int as total from found) as counted
    left join (page join (${withPerson}) as listed using (id)) on true
    order by page.stands_back, listed.id desc`.execute(db);
  return { rows: rows.filter(isFound), total: rows[0]?.total ?? 0 };
}

type NullableRow = RequestWithPerson | { readonly id: null };

/** Returns false for the row of an empty page, which contains only the count. */
function isFound<Row extends NullableRow>(row: Row): row is Row & RequestWithPerson {
  return row.id !== null;
}

/** Returns the SQL condition that the viewer's list without filters contains a request. */
function isInList(ownerId: OwnerId): RawBuilder<SqlBool> {
  return ownerId === undefined
    ? sql<SqlBool>`listed`
    : sql<SqlBool>`(${isListedFor(ownerId)} or ${isShownOwn(ownerId)})`;
}

function isListedFor(ownerId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(listed and ${isUnblocked('requests.user_id', ownerId)})`;
}

function isShownOwn(ownerId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(requests.user_id = ${ownerId} and not requests.is_hidden)`;
}

/** Part of a list that depends on the viewer. It is small, and read again for each page. */
export interface OwnPart {
  /** Ids of the viewer's own requests that are not listed. */
  readonly own: readonly string[];
  /** Ids of listed requests of teachers separated from the viewer by a block. */
  readonly without: readonly string[];
}

/** Returns the ids of the viewer's own unlisted requests, and of the listed requests to leave out of the viewer's list. */
export async function findOwnPart(db: Db, ownerId: OwnerId): Promise<OwnPart> {
  if (ownerId === undefined) return { own: [], without: [] };
  const query = sql<OwnPart>`
    select array(
      select id::text from requests where ${isShownOwn(ownerId)} and not listed
    ) as own, array(
      select id::text from requests where user_id in (${excludedIds(ownerId)}) and listed
    ) as without`;
  const [part] = await executePrepared(db, 'own part of a list', query.compile(db));
  return part ?? { own: [], without: [] };
}

/** Rows of requests and changes since the index was read, both from one snapshot of the database. */
export interface ListedRows {
  readonly rows: readonly RequestWithPerson[];
  /** Ids of changed requests, possibly repeated; at most one more than `MOST_CHANGED`. Null stands for a bulk change. */
  readonly changed: readonly (string | null)[];
}

/** Maximum number of changed requests that are checked one by one. If more requests changed, a search updates the index first. */
export const MOST_CHANGED = 200;

/**
 * Returns the requests with these ids, in their order, that the viewer's list without filters contains.
 *
 * @param since the index's snapshot. Changes are not read without it.
 */
export async function findListed(
  db: Db,
  ids: readonly string[],
  { ownerId, since }: { readonly ownerId: OwnerId; readonly since: string | undefined },
): Promise<ListedRows> {
  const changed =
    since === undefined
      ? sql`'{}'::text[]`
      : sql`array(
          select offer_id::text from offer_changes, (select ${since}::pg_snapshot as snapshot) as since
          where ${sql.raw(isUnseenBy('since.snapshot'))} limit ${MOST_CHANGED + 1})`;
  // Only the first row has the changes, because reading them from every row would take far longer than reading the rows.
  const query = sql<{ changed: ListedRows['changed'] | null } & NullableRow>`
    select case when row_number() over () = 1 then changes.changed end as changed, listed.* from (select ${changed} as changed) as changes
    left join (${withPerson} where requests.id = any(${ids}::uuid[]) and ${isInList(ownerId)}) as listed on true`;
  const name = `listed for ${ownerId === undefined ? 'visitors' : 'members'}${since === undefined ? '' : ' since'}`;
  const found = await executePrepared(db, name, query.compile(db));
  const byId = new Map(found.filter(isFound).map((row) => [row.id, row]));
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    changed: found.flatMap((row) => row.changed ?? []),
  };
}

/** Returns the ids among these that the viewer's list with these conditions contains. */
export async function findMeeting(
  db: Db,
  ids: readonly string[],
  conditions: readonly Condition[],
  ownerId: OwnerId,
): Promise<string[]> {
  const query = sql<{ id: string }>`
    select id from requests where id = any(${ids}::uuid[]) and ${isInList(ownerId)} and ${meets(conditions)}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/** Returns a page of one person's requests, newest first, and their total number. */
export async function findRequestsOf(
  db: Db,
  userId: string,
  { page, limit, includeHidden }: PageQuery & { readonly includeHidden: boolean },
): Promise<{ rows: RequestWithPerson[]; total: number }> {
  const offset = (page - 1) * limit;
  const query = sql<RequestWithPerson>`${ownWithPerson}
    where requests.user_id = ${userId} and (${includeHidden} or not requests.is_hidden)
    order by requests.id desc limit ${limit} offset ${offset}`;
  const number = sql<{ total: number }>`
    select count(*)::int as total from requests where user_id = ${userId} and (${includeHidden} or not is_hidden)`;
  const rows = await executePrepared(db, 'page of own requests', query.compile(db));
  const total = await totalOf({ page, limit }, rows.length, async () => {
    const [counted] = await executePrepared(db, 'number of own requests', number.compile(db));
    return counted?.total ?? 0;
  });
  return { rows, total };
}

/**
 * Returns a request that the viewer's lists may contain: any own request, or a listed request of a teacher not separated from the viewer by
 * a block.
 */
export async function findShownRequest(
  db: Db,
  id: string,
  readerId: string,
): Promise<RequestWithPerson | undefined> {
  const query = sql<RequestWithPerson>`${ownWithPerson}
    where requests.id = ${id}
      and (requests.user_id = ${readerId} or ${isListedFor(readerId)})`;
  return (await executePrepared(db, 'shown request', query.compile(db)))[0];
}

/** Returns a request by its id and owner; undefined for an unknown request and for a request of another teacher. */
export async function findRequest(
  db: Db,
  id: string,
  ownerId: string,
): Promise<RequestWithPerson | undefined> {
  const query = sql<RequestWithPerson>`${ownWithPerson} where requests.id = ${id} and requests.user_id = ${ownerId}`;
  return (await executePrepared(db, 'own request', query.compile(db)))[0];
}
