import { join } from 'node:path';
import pg from 'pg';
import { projectFolder } from '../../apps/server/src/config.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/database/embedded-postgres.ts';

/** PostgreSQL with one database per size of world. */
export interface Cluster {
  /** Returns the URL of one of its databases, for `pg` and for PostgreSQL's own programs. */
  readonly urlOf: (database: string) => string;
  readonly stop: () => Promise<void>;
}

const dataFolder = join(projectFolder, '.data/bench');

/**
 * Opens the PostgreSQL of `DATABASE_URL`, whose user must be allowed to create databases, or an embedded one in a
 * folder of the bench, with the settings of the product.
 */
export async function openCluster(databaseUrl: string | undefined): Promise<Cluster> {
  if (databaseUrl !== undefined) {
    return { urlOf: (database) => withDatabase(databaseUrl, database), stop: async () => {} };
  }
  const { host, port, stop } = await startEmbeddedPostgres(join(dataFolder, 'postgres'));
  const reach = new URLSearchParams({ host, port: String(port), user: 'postgres' });
  return { urlOf: (database) => `postgresql:///${database}?${reach}`, stop };
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** Returns the version of PostgreSQL, such as 18.4. */
export async function versionOf(cluster: Cluster): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(
      "select split_part(current_setting('server_version'), ' ', 1) as version",
    );
    return rows[0]?.version ?? 'of an unknown version';
  } finally {
    await client.end();
  }
}
