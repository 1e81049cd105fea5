import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/database/embedded-postgres.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { connect, type OpenDatabase, onSocket } from '../../../src/platform/database/open-database.ts';
import { socketUrl } from './template-database.ts';

const run = promisify(execFile);
const DATABASE = 'mutual_transfer';
const quick = { fsync: 'off', max_connections: '100', wal_keep_size: '256MB' };

/** PostgreSQL with the product's tables and a standby that follows it, each on its own socket. */
export interface PostgresPair {
  primary: OpenDatabase;
  primaryUrl: string;
  standbyUrl: string;
  standby: OpenDatabase;
  /** Promotes the standby to a primary. */
  promoteStandby: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Starts both from the embedded PostgreSQL. It has no `pg_basebackup`, so the data directory is copied between `pg_backup_start` and
 * `pg_backup_stop`.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-pair-'));
  const first = join(folder, 'primary');
  const second = join(folder, 'standby');
  const postgres = await startEmbeddedPostgres(first, quick);
  const cluster = connect({ ...onSocket(postgres, 'postgres'), max: 1 });
  await cluster.pool.query(`create database ${DATABASE}`);
  const primary = connect({ ...onSocket(postgres, DATABASE), max: 5 });
  await migrate(primary);
  await copyCluster(cluster, first, second);
  await follow(second, postgres);
  const follower = await startEmbeddedPostgres(second, quick);
  const standby = connect({ ...onSocket(follower, DATABASE), max: 2 });
  return {
    primary,
    standby,
    primaryUrl: socketUrl(postgres, DATABASE),
    standbyUrl: socketUrl(follower, DATABASE),
    promoteStandby: async () => {
      await standby.pool.query('select pg_promote()');
    },
    close: async () => {
      await Promise.all([primary.close(), standby.close(), cluster.close()]);
      await follower.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the data directory of a running cluster with PostgreSQL's backup functions. The copy replays the changes made meanwhile from the
 * WAL.
 */
async function copyCluster({ pool }: OpenDatabase, from: string, to: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_backup_start('standby', fast => true)");
    // `cp -a` preserves the owner: the copy must belong to the user that runs PostgreSQL.
    await run('cp', ['-a', from, to]);
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
    const ofOneProcess = (await readdir(to)).filter((name) => /^postmaster\.|^\.s\.PGSQL/.test(name));
    await Promise.all(ofOneProcess.map((name) => rm(join(to, name))));
    await writeBeside(to, 'backup_label', rows[0]?.label ?? '');
  } finally {
    client.release();
  }
}

/** Configures a copy as a standby of the primary. */
async function follow(folder: string, { host, port }: EmbeddedPostgres): Promise<void> {
  const line = `primary_conninfo = 'host=${host} port=${port} user=postgres'\n`;
  await writeBeside(folder, 'postgresql.auto.conf', line);
  await writeBeside(folder, 'standby.signal', '');
}

/** Writes a file that belongs to the user who runs PostgreSQL. */
async function writeBeside(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o600 });
  const { uid, gid } = await stat(join(folder, 'PG_VERSION'));
  await chown(path, uid, gid);
}
