import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/database/embedded/embedded-postgres.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { connect, type OpenDatabase, onSocket } from '../../../src/database/open-database.ts';

const run = promisify(execFile);
const DATABASE = 'mutual_transfer';
const quick = { fsync: 'off', max_connections: '100', wal_keep_size: '256MB' };

/** PostgreSQL with the product's tables and a streaming replica of it, each on its own socket. */
export interface PostgresPair {
  readonly primary: OpenDatabase;
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Connection to the replica for the test itself. */
  readonly replica: OpenDatabase;
  /** Returns the process ids of the replica, that of the postmaster first. */
  readonly replicaProcesses: () => Promise<number[]>;
  readonly stopReplica: () => Promise<void>;
  readonly startReplica: () => Promise<void>;
  /** Promotes the replica to a primary. */
  readonly promoteReplica: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts both from the embedded PostgreSQL. It has no `pg_basebackup`, so the data directory is copied between `pg_backup_start` and
 * `pg_backup_stop`.
 */
export async function startPostgresPair(
  settings: Readonly<Record<string, string>> = quick,
): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-pair-'));
  const first = join(folder, 'primary');
  const second = join(folder, 'replica');
  const postgres = await startEmbeddedPostgres(first, settings);
  const cluster = connect({ ...onSocket(postgres, 'postgres'), max: 1 });
  await cluster.pool.query(`create database ${DATABASE}`);
  const primary = connect({ ...onSocket(postgres, DATABASE), max: 5 });
  await migrate(primary);
  await copyCluster(cluster, first, second);
  await follow(second, postgres);
  let running: EmbeddedPostgres | undefined = await startEmbeddedPostgres(second, settings);
  const replica = connect({ ...onSocket(running, DATABASE), max: 2 });
  const stopReplica = async () => {
    await running?.stop();
    running = undefined;
  };
  return {
    primary,
    replica,
    primaryUrl: urlOf(postgres),
    replicaUrl: urlOf(running),
    replicaProcesses: () => processesOf(second),
    stopReplica,
    startReplica: async () => {
      running = await startEmbeddedPostgres(second, settings);
    },
    promoteReplica: async () => {
      await replica.pool.query('select pg_promote()');
    },
    close: async () => {
      await Promise.all([primary.close(), replica.close(), cluster.close()]);
      await stopReplica();
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
    await client.query("select pg_backup_start('replica', fast => true)");
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

/** Configures a copy as a streaming replica of the primary. */
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

/** Returns the process ids of the PostgreSQL that runs in a data directory, that of the postmaster first. */
export async function processesOf(folder: string): Promise<number[]> {
  const [first = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', first]);
  return [first, ...stdout.split('\n').filter((line) => line.trim() !== '')].map(Number);
}

function urlOf({ host, port }: EmbeddedPostgres): string {
  return `postgres://postgres@localhost/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`;
}
