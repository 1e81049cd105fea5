import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import type pg from 'pg';
import { streamRows } from '../../database/stream-rows.ts';
import type { IndexedRequest } from './list-index.ts';

type Row = Readonly<Record<FilterColumn, string | null>> & {
  readonly id: string;
  readonly user_id: string;
  readonly listed: boolean;
  readonly stands_back: boolean;
  /** Space-separated words. */
  readonly words: string;
};

const indexed = `select id, user_id, listed, stands_back, ${filterColumns.join(', ')},
  case when listed then array_to_string(tsvector_to_array(search), ' ') else '' end as words from requests`;

/** Streams every request in id order; runs inside the caller's transaction. */
export function streamRequests(
  client: pg.ClientBase,
  take: (request: IndexedRequest) => void,
): Promise<void> {
  return streamRows<Row>(client, { text: `${indexed} order by id` }, (row) => take(requestOf(row)));
}

/** Returns the existing requests among these ids. */
export async function readRequests(client: pg.ClientBase, ids: readonly string[]): Promise<IndexedRequest[]> {
  const { rows } = await client.query<Row>(`${indexed} where id = any($1::uuid[]) order by id`, [ids]);
  return rows.map(requestOf);
}

function requestOf({ id, user_id, listed, stands_back, words, ...columns }: Row): IndexedRequest {
  return {
    id,
    ownerId: user_id,
    isListed: listed,
    isListedLater: stands_back,
    words: words === '' ? [] : words.split(' '),
    columns,
  };
}
