import { type CompiledQuery, type Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { SharedConnection } from './shared-connection.ts';
import type { Database } from './tables/schema.ts';

/** Message of the error that `pg` throws after `query_timeout`. */
const UNANSWERED = 'Query read timeout';

interface Statement {
  readonly name: string;
  /** True if the statement only reads, and waits for no lock of a row. */
  readonly isRead: boolean;
}

/** Texts of the prepared statements by name, and statements by text. Kysely passes only the text to the driver. */
const texts = new Map<string, string>();
const statements = new Map<string, Statement>();

/**
 * Runs a query as a prepared statement, which PostgreSQL plans once per connection. Planning is most of the cost of a short query.
 *
 * PostgreSQL never forgets a prepared statement while its connection lasts, so a statement has one fixed text: the values are
 * parameters, and no part of the text depends on filters, words or counts. All other queries are sent without a name.
 *
 * @param name Identifies the statement in the code. A second text under the same name is an error.
 */
export function executePrepared<Row>(
  db: Kysely<Database>,
  name: string,
  compiled: CompiledQuery<Row>,
): Promise<Row[]> {
  return execute(db, { name, isRead: false }, compiled);
}

/**
 * Runs a prepared statement that only reads. Outside of transactions such statements share one connection, on which each is sent before
 * the previous one is answered; this halves their cost. A statement on it waits for the ones before, so it must be short, and must not
 * lock rows or wait for advisory locks.
 */
export function readPrepared<Row>(
  db: Kysely<Database>,
  name: string,
  compiled: CompiledQuery<Row>,
): Promise<Row[]> {
  return execute(db, { name, isRead: true }, compiled);
}

async function execute<Row>(
  db: Kysely<Database>,
  statement: Statement,
  compiled: CompiledQuery<Row>,
): Promise<Row[]> {
  const { name } = statement;
  if (!texts.has(name)) {
    texts.set(name, compiled.sql);
    statements.set(compiled.sql, statement);
  }
  if (texts.get(name) !== compiled.sql) throw new Error(`The text of the prepared statement ${name} varies`);
  return (await db.executeQuery(compiled)).rows;
}

interface Connections {
  readonly pool: pg.Pool;
  /** Connection of the statements of `readPrepared`. */
  readonly shared: Pick<SharedConnection, 'query'>;
}

/**
 * Returns Kysely's PostgreSQL dialect with three additions: it passes the names of prepared statements to `pg`, runs those that only read
 * on the shared connection, and closes a connection after a query timeout.
 *
 * @param prepares `false` sends the statements of `executePrepared` and `readPrepared` without a name, on connections of their own.
 */
export function postgresDialect(connections: Connections, prepares: boolean): PostgresDialect {
  const { pool } = connections;
  const connect = async () => kyselyClient(connections, prepares);
  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
}

type KyselyPool = Exclude<
  ConstructorParameters<typeof PostgresDialect>[0]['pool'],
  (...none: never) => unknown
>;
type KyselyClient = Awaited<ReturnType<KyselyPool['connect']>>;

/** Returns a client that takes a connection of its own at the first query that cannot run on the shared one, such as `begin`. */
function kyselyClient({ pool, shared }: Connections, prepares: boolean): KyselyClient {
  let own: Promise<pg.PoolClient> | undefined;
  const query = async (text: string, parameters: readonly unknown[] = []) => {
    const { name, isRead } = (prepares && statements.get(text)) || {};
    const values = [...parameters];
    if (isRead && own === undefined) return shared.query({ name, text, values });
    own ??= pool.connect();
    return queryOn(await own, name === undefined ? { text, values } : { name, text, values });
  };
  const release = (error?: boolean) =>
    own?.then(
      (client) => client.release(error),
      () => {},
    );
  // The type has a second overload of `query` for cursors, which the dialect calls only when its options have `cursor`.
  return { query, release } as unknown as KyselyClient;
}

async function queryOn(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await client.query(query);
  } catch (error) {
    if (error instanceof Error && error.message === UNANSWERED) endUnanswered(client);
    throw error;
  }
}

/**
 * Closes the connection of a query that timed out. The query is still running on it, so a rollback or the next query of the pool
 * would wait behind it. (`pool.query` does the same by itself.)
 */
function endUnanswered(client: pg.PoolClient): void {
  // The type of a pool's client omits `end`, which every client has.
  void (client as pg.Client).end();
}
