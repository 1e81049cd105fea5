import { createHash } from 'node:crypto';
import { type CompiledQuery, type Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from './schema.ts';

/** What `pg` says when `query_timeout` is over. */
const UNANSWERED = 'Query read timeout';

/** The names of the statements that connections keep, by their text. */
const statementNames = new Map<string, string>();

/**
 * Runs a query that is planned once on each connection, which for a short one is most of its cost. For queries that
 * always take the same way whatever their values, name their columns, and come in few shapes: a connection keeps each.
 */
export async function executePrepared<Row>(
  db: Kysely<Database>,
  compiled: CompiledQuery<Row>,
): Promise<Row[]> {
  if (!statementNames.has(compiled.sql)) {
    statementNames.set(compiled.sql, createHash('sha256').update(compiled.sql).digest('base64url'));
  }
  return (await db.executeQuery(compiled)).rows;
}

/**
 * Kysely's dialect of PostgreSQL, with what Kysely does not know: names of statements, which `pg` prepares on the connection, and
 * the end of a connection whose query was not answered in time.
 *
 * @param prepares Whether connections keep the statements of `executePrepared`.
 */
export function postgresDialect(pool: pg.Pool, prepares: boolean): PostgresDialect {
  // Kysely knows a connection by its client, so each has one.
  const clients = new WeakMap<pg.PoolClient, KyselyClient>();
  const connect = async () => {
    const client = await pool.connect();
    const known = clients.get(client) ?? kyselyClient(client, prepares);
    clients.set(client, known);
    return known;
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
    const name = prepares ? statementNames.get(text) : undefined;
    try {
      return name === undefined
        ? await client.query(text, [...values])
        : await client.query({ name, text, values: [...values] });
    } catch (error) {
      if (error instanceof Error && error.message === UNANSWERED) endUnanswered(client);
      throw error;
    }
  };
  // The type has a second overload of `query`, for cursors; without `cursor` in its options the dialect never calls that.
  return { query, release: (error?: boolean) => client.release(error) } as unknown as KyselyClient;
}

/**
 * A query that got no answer in time stays on its connection: what its caller says next, a rollback above all, and whatever is
 * given the connection after would wait as long again. So the connection ends with it. (`pool.query` does so by itself.)
 */
function endUnanswered(client: pg.PoolClient): void {
  // A client of a pool is a whole one; only its type hides that it can be ended.
  void (client as pg.Client).end();
}
