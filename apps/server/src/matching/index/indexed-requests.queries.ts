import { filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import type pg from 'pg';
import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { type Cells, readRows, streamRows } from '../../platform/database/rows.ts';
import { type IndexedRequest, listedFields } from './list-index.ts';

/**
 * SQL that selects the columns as text. Words have the format of a `tsvector`, each in quotes, because splitting them in SQL takes as long
 * as the rest of the query. Stored words consist of letters and digits, so none contains a quote. A word that an operator stored may
 * contain an escaped one, but no search looks for such a word.
 */
const indexed = `select id::text, user_id::text, listed::text, stands_back::text,
  case when listed then strip(search)::text else '' end, ${filterColumns.join(', ')} from requests`;

/** Streams the ids and owners of all requests in ascending order of id. Runs in the caller's transaction. */
export function streamRequestIds(client: pg.ClientBase, take: (row: BinaryRow) => void): Promise<void> {
  return streamRows(client, 'select id, user_id from requests order by id', take);
}

/** Streams the `listedFields` of every listed request in any order. Runs in the caller's transaction. */
export function streamListed(client: pg.ClientBase, take: (row: BinaryRow) => void): Promise<void> {
  return streamRows(client, `select ${listedFields.join()} from requests where listed`, take);
}

/** Returns the requests with these ids that exist. */
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
