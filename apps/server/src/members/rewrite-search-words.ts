import { type Kysely, sql, type Transaction } from 'kysely';
import { LOWEST_ID } from '../database/batches-by-id.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { writeSearchWordsVersion } from '../database/product-settings.ts';
import type { Database } from '../database/tables.ts';
import { privacyColumnNames, privacyOf } from '../privacy/privacy-columns.ts';
import { SEARCH_WORDS_VERSION, searchWords } from '../privacy/search-words.ts';

/** Number of people per transaction. Their rows are locked for a fraction of a second. */
const BATCH = 250;

/**
 * Rewrites the search words of all open requests if an older version of the product wrote them. Runs in the background, in batches of
 * people. If it is stopped, the next start begins again and skips the rows that are up to date. Two servers may run it at once, because
 * both write the same words.
 */
export async function rewriteSearchWords(
  { db }: Pick<OpenDatabase, 'db'>,
  stopped?: AbortSignal,
): Promise<void> {
  const { search_words_version: version } = await db
    .selectFrom('product_settings')
    .select('search_words_version')
    .executeTakeFirstOrThrow();
  if (version >= SEARCH_WORDS_VERSION) return;
  let after: string | undefined = LOWEST_ID;
  while (after !== undefined) {
    if (stopped?.aborted) return;
    after = await rewriteAfter(db, after);
  }
  await writeSearchWordsVersion(db, SEARCH_WORDS_VERSION);
}

function rewriteAfter(db: Kysely<Database>, after: string): Promise<string | undefined> {
  return db.transaction().execute((transaction) => rewriteBatch(transaction, after));
}

/** @returns the id of the last person of the batch; `undefined` after the last batch. */
async function rewriteBatch(transaction: Transaction<Database>, after: string): Promise<string | undefined> {
  const people = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'school_name', ...privacyColumnNames])
    .where('id', '>', after)
    .where('has_posted', '=', true)
    .orderBy('id')
    .limit(BATCH)
    .forNoKeyUpdate()
    .execute();
  if (people.length === 0) return undefined;
  const byId = new Map(people.map((person) => [person.id, person]));
  const requests = await openRequestsOf(transaction, [...byId.keys()]);
  const rows = requests.flatMap((request) => {
    const person = byId.get(request.user_id);
    if (person === undefined) return [];
    return [{ id: request.id, words: searchWords(person, request, privacyOf(person)) }];
  });
  await sql`
    update requests set search = written.search
    from (
      select id, array_to_tsvector(array(select jsonb_array_elements_text(words))) as search
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, words jsonb)
    ) as written
    where requests.id = written.id and requests.search is distinct from written.search`.execute(transaction);
  return people.at(-1)?.id;
}

function openRequestsOf(db: Kysely<Database>, userIds: readonly string[]) {
  return db
    .selectFrom('requests')
    .select(['id', 'user_id', 'reason'])
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('status', 'in', ['active', 'pending'])
    .execute();
}
