import { join } from 'node:path';
import { projectFolder } from '../../apps/server/src/config.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/database/embedded/embedded-postgres.ts';
import { connect, type OpenDatabase, withoutTimeout } from '../../apps/server/src/database/open-database.ts';

/** PostgreSQL with one database per size of data set. */
export interface Cluster {
  /** Returns the URL of a database, for `pg` and for PostgreSQL's own programs. */
  readonly urlOf: (database: string) => string;
}

/**
 * Runs the work with the PostgreSQL of `DATABASE_URL`, whose user must be allowed to create databases, or with an embedded one in a
 * folder of the bench, with the settings of the product.
 */
export async function withCluster<Result>(work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL)
    return work({ urlOf: (pathname) => Object.assign(new URL(DATABASE_URL), { pathname }).toString() });
  const { host, port, stop } = await startEmbeddedPostgres(join(projectFolder, '.data/bench/postgres'));
  const reach = new URLSearchParams({ host, port: String(port), user: 'postgres' });
  return work({ urlOf: (database) => `postgresql:///${database}?${reach}` }).finally(stop);
}

/** Runs the work on a database without statement timeouts, and closes the connections afterwards. */
export async function withDatabase<Result>(
  url: string,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = connect({ ...withoutTimeout, max: 2, connectionString: url });
  return work(database).finally(database.close);
}
