import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { embeddedSuperuser, type SocketAddress, startEmbeddedPostgres } from './embedded-postgres.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { StartupError } from './startup-error.ts';
import type { Database } from './tables.ts';

/** An open database: the pool for code that uses `pg` directly, and the query builder on the same pool. */
export interface OpenDatabase {
  pool: pg.Pool;
  db: Kysely<Database>;
  close: () => Promise<void>;
}

/** Returns a `date` as the text that PostgreSQL sends (`YYYY-MM-DD`), because a `Date` would add a time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** Timeouts for getting a free connection and for a query. After a timeout the caller gets a 503. */
const CONNECTION_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 15_000;
const EMBEDDED_DATABASE = 'mutual_transfer';
const OLDEST_VERSION = 150_000;

interface DatabaseConfig {
  databaseUrl: string | undefined;
  databasePoolSize: number;
  databasePrepare: boolean;
  dataFolder: string;
}

/**
 * Connects to the PostgreSQL of `DATABASE_URL`, or starts the embedded one in the data folder.
 *
 * @throws {StartupError} with one sentence if the database cannot be reached, started or used.
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    const opened = connect(
      { connectionString: config.databaseUrl, max: config.databasePoolSize },
      config.databasePrepare,
    );
    await verify(opened, `The database of DATABASE_URL (${withoutPassword(config.databaseUrl)})`);
    return opened;
  }
  const postgres = await startEmbeddedPostgres(join(config.dataFolder, 'postgres'));
  try {
    await createDatabase(postgres, EMBEDDED_DATABASE);
    const opened = connect({ ...onSocket(postgres, EMBEDDED_DATABASE), max: config.databasePoolSize });
    await verify(opened, 'The embedded database');
    return { ...opened, close: () => opened.close().finally(postgres.stop) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * Returns a pool and a query builder on it, not yet connected. Handles the errors of lost connections, which would otherwise end the
 * process.
 *
 * @param prepares `false` sends the statements of `executePrepared` without a name.
 */
export function connect(options: pg.PoolConfig, prepares = true): OpenDatabase {
  const pool = new pg.Pool({
    // Otherwise a statement on a connection that the network dropped waits for its timeout.
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    ...options,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  const db = new Kysely<Database>({ dialect: postgresDialect(pool, prepares) });
  // The query builder closes the pool only if it was used.
  const close = async () => {
    if (!pool.ending) await pool.end();
  };
  return { pool, db, close };
}

/** Options of connections without a statement timeout. */
export const withoutTimeout = { query_timeout: 0, statement_timeout: 0 } as const;

/** Opens a separate connection to the same database, without a statement timeout. */
export async function clientWithoutTimeout({ pool }: OpenDatabase): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, ...withoutTimeout });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Returns the connection options for a database of an embedded PostgreSQL. */
export function onSocket({ host, port }: SocketAddress, database: string): pg.PoolConfig {
  return { host, port, user: embeddedSuperuser, database };
}

async function createDatabase(postgres: SocketAddress, name: string): Promise<void> {
  const client = new pg.Client(onSocket(postgres, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}

async function verify({ pool, close }: OpenDatabase, name: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    if ((rows[0]?.version ?? 0) >= OLDEST_VERSION) return;
  } catch (error) {
    await close();
    throw new StartupError(`${name} does not answer: ${reason(error)}`);
  }
  await close();
  throw new StartupError(`${name} is older than PostgreSQL 15.`);
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Returns a database URL without its password, for messages. */
function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    return parsed.toString();
  } catch {
    return 'not a valid address';
  }
}
