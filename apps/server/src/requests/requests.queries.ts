import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { type RawBuilder, sql } from 'kysely';
import { type MatchedOffer, matchedColumns } from '../matching/best-offers.ts';
import { isRecord } from '../people/bound-requests.ts';
import { type PersonRow, personSelected } from '../people/present.ts';
import { statedColumnNames } from '../people/request-rows.ts';
import type { Condition } from '../people/search-words.ts';
import { excludedIds, isUnblocked, type PrivacyColumn } from '../people/visibility.ts';
import { executePrepared, prepared } from '../platform/database/postgres-dialect.ts';
import { totalOf } from '../platform/database/read-page.ts';
import type { Db, RequestRow } from '../platform/database/tables.ts';
import { conditionsAsJson, meetsConditions } from './list-filters.ts';

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
    ownPrivacy: StoredPrivacy;
    /** The agreement that the request is bound by, if any. */
    agreement: { _id: string; isFiled: boolean } | null;
    /** True if an agreement completed the request. */
    isRecord: boolean;
    /** The agreement that binds the owner by any request. Not read by lists of all teachers. */
    ownerAgreement?: string | null;
  };

/** Privacy settings of the request itself. Its owner may hide more fields in another request. */
export type StoredPrivacy = Pick<RequestRow, PrivacyColumn>;

/** A request in a list, with the offers of its owner, unless the owner reads the list. */
export type ListedRequest = RequestWithPerson & { offers: readonly MatchedOffer[] | null };

/** Id of the signed-in viewer of a list, who also sees own requests that are not listed; null for a visitor. */
export type OwnerId = string | null;

/** SQL of requests that may be the reader's own, with the agreement that binds the owner. */
const ownWithPerson = withPersonAnd(sql`(
      select agreement_id from agreement_members
      where agreement_members.user_id = users.id and agreement_members.state in ('agreed', 'in_progress')
    ) as "ownerAgreement",`);

/** SQL of the columns and joins of a request with its owner. */
function withPersonAnd<Row>(
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown> = sql``,
): RawBuilder<Row> {
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
  from requests join users on users.id = requests.user_id ${where}`;
}

/** SQL of a JSON array of a teacher's offers; null without offers. */
function offersOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_agg(offer) from (
    select ${sql.raw(matchedColumns.join())} from offers where offers.user_id = ${userId}
  ) as offer)`;
}

/** Part of a list that depends on the viewer. It is small, and read again for each page. */
export interface OwnPart {
  /** Ids of the viewer's own requests that are not listed and meet the conditions. */
  own: readonly string[];
  /** Ids of listed requests of teachers separated from the viewer by a block. */
  without: readonly string[];
  /** The viewer's own offers. */
  offers: readonly MatchedOffer[];
}

const ownPart = prepared<OwnPart>(
  'own part of a list',
  sql`select
    array(
      select id::text from requests
      where user_id = $1 and not is_hidden and not listed and ${meetsConditions('$2')}
    ) as own,
    array(select id::text from requests where user_id in (${excludedIds(sql`$1`)}) and listed) as without,
    coalesce(${offersOf(sql`$1`)}, '[]') as offers`,
);

/** Returns the part of the viewer's list with these conditions that depends on the viewer. */
export async function findOwnPart(
  db: Db,
  ownerId: OwnerId,
  conditions: readonly Condition[],
): Promise<OwnPart> {
  const [part] = ownerId === null ? [] : await ownPart(db, [ownerId, conditionsAsJson(conditions)]);
  return part ?? { own: [], without: [], offers: [] };
}

/**
 * SQL condition on the ids and the conditions of a list. PostgreSQL does not see the number of ids in it, so it keeps one plan for all lengths
 * of pages.
 */
const isSelected = sql`requests.id = any((select $1::uuid[])::uuid[]) and ${meetsConditions('$2')}`;

const listedForVisitors = prepared<ListedRequest>(
  'listed for visitors',
  withPersonAnd(sql`null as offers,`, sql`where ${isSelected} and listed`),
);

const listedForMembers = prepared<ListedRequest>(
  'listed for members',
  withPersonAnd(
    sql`case when requests.user_id <> $3 then ${offersOf(sql`requests.user_id`)} end as offers,`,
    sql`where ${isSelected} and (
      (listed and ${isUnblocked('requests.user_id', sql`$3`)}) or (requests.user_id = $3 and not requests.is_hidden)
    )`,
  ),
);

/** Returns the requests with these ids, in their order, that the viewer's list with these conditions contains. */
export async function findListed(
  db: Db,
  ids: readonly string[],
  conditions: readonly Condition[],
  ownerId: OwnerId,
): Promise<ListedRequest[]> {
  if (ids.length === 0) return [];
  const values = [ids, conditionsAsJson(conditions)];
  const found =
    ownerId === null ? await listedForVisitors(db, values) : await listedForMembers(db, [...values, ownerId]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a page of one person's requests, newest first, and their total number. */
export async function findOwnListedRequests(
  db: Db,
  userId: string,
  { page, limit, includeHidden }: PageQuery & { includeHidden: boolean },
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
      and (requests.user_id = ${readerId} or (listed and ${isUnblocked('requests.user_id', readerId)}))`;
  return (await executePrepared(db, 'shown request', query.compile(db)))[0];
}

/** Returns a request by its id and owner; undefined for an unknown request and for a request of another teacher. */
export async function findListedRequest(
  db: Db,
  id: string,
  ownerId: string,
): Promise<RequestWithPerson | undefined> {
  const query = sql<RequestWithPerson>`${ownWithPerson} where requests.id = ${id} and requests.user_id = ${ownerId}`;
  return (await executePrepared(db, 'own request', query.compile(db)))[0];
}
