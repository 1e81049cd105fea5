import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import type { FilterColumn, ListFilters } from '@mutual-transfer/domain/requests/request-filters';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition } from '../../src/people/search-words.ts';
import { isUnblocked } from '../../src/people/visibility.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { conditionsOf } from '../../src/requests/list-filters.ts';

/** Ids of a page of a list, and the number of requests on all pages. */
interface PlainPage {
  ids: readonly string[];
  total: number;
}

/**
 * Returns a page of a list by SQL alone, the oracle of the lists that the index selects: first the newest request of each teacher, then the
 * others, both newest first.
 *
 * @param ownerId the signed-in viewer; undefined for a visitor.
 */
export async function plainList(
  db: Kysely<Database>,
  { page, limit, ...filters }: ListFilters & PageQuery,
  ownerId?: string,
): Promise<PlainPage> {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (
      select id, stands_back from requests
      where ${isInList(ownerId)} and ${sql.join([sql`true`, ...conditionsOf(filters).map(meets)], sql` and `)}
    )
    select (select count(*)::int from found) as total, array(
      select id::text from found order by stands_back, id desc limit ${limit} offset ${(page - 1) * limit}
    ) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

function isInList(ownerId: string | undefined): RawBuilder<SqlBool> {
  return ownerId === undefined
    ? sql`listed`
    : sql`((listed and ${isUnblocked('user_id', ownerId)}) or (user_id = ${ownerId} and not is_hidden))`;
}

function meets({ columns, words, beginnings }: Condition): RawBuilder<SqlBool> {
  const terms = [...words.map((word) => `'${word}'`), ...beginnings.map((beginning) => `'${beginning}':*`)];
  const holds = terms.length === 0 ? [] : [sql`search @@ ${terms.join(' | ')}::tsquery`];
  const isChosen = columns.map(([column, codes]) => isOneOf(column, codes));
  return sql`(${sql.join([...holds, ...isChosen, sql`false`], sql` or `)})`;
}

function isOneOf(name: FilterColumn, codes: readonly (string | null)[]): RawBuilder<SqlBool> {
  const column = sql.ref(name);
  const isGiven = sql<SqlBool>`${column} = any(${codes.filter((code) => code !== null)}::text[])`;
  return codes.includes(null) ? sql`(${isGiven} or ${column} is null)` : isGiven;
}
