import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoss } from '../../../src/jobs.ts';
import {
  type SocketAddress,
  startEmbeddedPostgres,
} from '../../../src/platform/database/embedded-postgres.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { connect, onSocket } from '../../../src/platform/database/open-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: SocketAddress;
  }
}

/** Migrated, empty database that tests clone. */
export const TEMPLATE = 'template_of_tests';

/** Settings for speed, because the data of tests need not survive a crash. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
};

/** Starts one PostgreSQL with the template database, in a folder that `stop` removes. */
export async function startTemplate(): Promise<{ address: SocketAddress; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-tests-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), settings);
  const { host, port } = postgres;
  const cluster = connect(onSocket(postgres, 'postgres'));
  await cluster.pool.query(`create database ${TEMPLATE}`);
  await cluster.close();
  const template = connect(onSocket(postgres, TEMPLATE));
  await migrate(template);
  // The job queue starts a hundred times faster on a database that already has its tables.
  const boss = await startBoss(template.pool, console.error, { schedule: false, supervise: false });
  await boss.stop({ graceful: false });
  await template.close();
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { address: { host, port }, stop };
}

/** Returns the `DATABASE_URL` of a database of an embedded PostgreSQL. */
export function socketUrl({ host, port }: SocketAddress, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
