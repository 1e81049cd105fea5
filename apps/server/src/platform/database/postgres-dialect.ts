import { CompiledQuery, type Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Database } from './tables.ts';

/** Message of the error that `pg` throws after `query_timeout`. */
const UNANSWERED = 'Query read timeout';

/** Texts of the prepared statements by name, and names by text. Kysely passes only the text to the driver. */
const texts = new Map<string, string>();
const names = new Map<string, string>();

/**
 * Runs a query as a prepared statement, which PostgreSQL plans once per connection. Planning is most of the cost of a short query.
 *
 * PostgreSQL never forgets a prepared statement while its connection lasts, so a statement has one fixed text: the values are
 * parameters, and no part of the text depends on filters, words or counts. All other queries are sent without a name.
 *
 * @param name Identifies the statement in the code. A second text under the same name is an error.
 */
export async function executePrepared<Row>(
  db: Kysely<Database>,
  name: string,
  compiled: CompiledQuery<Row>,
): Promise<Row[]> {
  if (!texts.has(name)) {
    texts.set(name, compiled.sql);
    names.set(compiled.sql, name);
  }
  if (texts.get(name) !== compiled.sql) throw new Error(`The text of the prepared statement ${name} varies`);
  return (await db.executeQuery(compiled)).rows;
}

/**
 * Returns a function that runs a prepared statement with values for `$1`, `$2`, …, which the text contains. The text is built once, because
 * to build it takes a tenth of the time of a short list.
 */
export function prepared<Row>(
  name: string,
  text: RawBuilder<Row>,
): (db: Kysely<Database>, values: readonly unknown[]) => Promise<Row[]> {
  let built: string | undefined;
  return (db, values) => {
    built ??= text.compile(db).sql;
    return executePrepared<Row>(db, name, CompiledQuery.raw(built, [...values]));
  };
}

/**
 * Returns Kysely's PostgreSQL dialect with two additions: it passes the names of prepared statements to `pg`, and it closes a
 * connection after a query timeout.
 *
 * @param prepares `false` sends the statements of `executePrepared` without a name.
 */
export function postgresDialect(pool: pg.Pool, prepares: boolean): PostgresDialect {
  // Kysely identifies a connection by its client object, so each connection keeps the same one.
  const clients = new WeakMap<pg.PoolClient, KyselyClient>();
  const connect = async () => {
    const client = await pool.connect();
    const cached = clients.get(client) ?? kyselyClient(client, prepares);
    clients.set(client, cached);
    return cached;
  };
  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
}

type KyselyPool = Exclude<
  ConstructorParameters<typeof PostgresDialect>[0]['pool'],
  (...none: never) => unknown
>;
type KyselyClient = Awaited<ReturnType<KyselyPool['connect']>>;

function kyselyClient(client: pg.PoolClient, prepares: boolean): KyselyClient {
  const query = async (text: string, values: readonly unknown[] = []) => {
    const name = prepares ? names.get(text) : undefined;
    try {
      return name === undefined
        ? await client.query(text, [...values])
        : await client.query({ name, text, values: [...values] });
    } catch (error) {
      if (error instanceof Error && error.message === UNANSWERED) endUnanswered(client);
      throw error;
    }
  };
  // The type has a second overload of `query` for cursors, which the dialect calls only when its options have `cursor`.
  return { query, release: (error?: boolean) => client.release(error) } as unknown as KyselyClient;
}

/**
 * Closes the connection of a query that timed out. The query is still running on it, so a rollback or the next query of the pool
 * would wait behind it. (`pool.query` does the same by itself.)
 */
function endUnanswered(client: pg.PoolClient): void {
  // The type of a pool's client omits `end`, which every client has.
  void (client as pg.Client).end();
}
