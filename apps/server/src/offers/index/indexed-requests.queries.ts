import { filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import type pg from 'pg';
import type { BinaryRow } from '../../database/binary-rows.ts';
import { type Cells, readRows, streamRows } from '../../database/stream-rows.ts';
import { type IndexedRequest, listedFields } from './list-index.ts';

/**
 * Columns as text. Words come as PostgreSQL writes a `tsvector`, each in quotes, because splitting it in SQL takes as long as all the rest.
 * Stored words are letters and digits, so none holds a quote; one that an operator wrote may come escaped, but no search asks for it.
 */
const indexed = `select id::text, user_id::text, listed::text, stands_back::text,
  case when listed then strip(search)::text else '' end, ${filterColumns.join(', ')} from requests`;

/** Streams ids and owners of all requests in ascending order of id; runs inside the caller's transaction. */
export function streamRequestIds(client: pg.ClientBase, take: (row: BinaryRow) => void): Promise<void> {
  return streamRows(client, 'select id, user_id from requests order by id', take);
}

/** Streams `listedFields` of every listed request in any order; runs inside the caller's transaction. */
export function streamListed(client: pg.ClientBase, take: (row: BinaryRow) => void): Promise<void> {
  return streamRows(client, `select ${listedFields.join()} from requests where listed`, take);
}

/** Returns the existing requests among these ids. */
export async function readRequests(client: pg.ClientBase, ids: readonly string[]): Promise<IndexedRequest[]> {
  const text = `${indexed} where id = any($1::uuid[]) order by id`;
  return (await readRows(client, text, [ids])).map(requestOf);
}

function requestOf([id, ownerId, listed, standsBack, words, ...codes]: Cells): IndexedRequest {
  return {
    id,
    ownerId,
    isListed: listed === 'true',
    isListedLater: standsBack === 'true',
    words: words === '' ? [] : words.slice(1, -1).split("' '"),
    codes,
  };
}
