import { filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import type pg from 'pg';
import { batchesById, type Cells, READ_AT_ONCE, readRows } from '../../platform/database/rows.ts';
import type { IndexedRequest } from './list-index.ts';

/**
 * SQL that selects the columns as text; an `order by` names the table, so that an index gives the order. Words have the format of a
 * `tsvector`, each in quotes, because splitting them in SQL takes as long as the rest of the query. Stored words consist of letters and digits, so none contains a quote. A word that an operator stored may
 * contain an escaped one, but no search looks for such a word.
 */
const indexed = `select id::text, user_id::text, listed::text, stands_back::text,
  case when listed then strip(search)::text else '' end, ${filterColumns.join(', ')} from requests`;

/** Yields all requests in batches, in ascending order of id. Runs in the caller's transaction. */
export function requestBatches(client: pg.ClientBase): AsyncGenerator<readonly IndexedRequest[]> {
  const text = `${indexed} where id > $1 order by requests.id limit ${READ_AT_ONCE}`;
  return batchesById(async (after) => (await readRows(client, text, [after])).map(requestOf));
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
