import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { connect, onSocket } from '../../src/database/open-database.ts';
import { startBoss } from '../../src/jobs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number };
  }
}

/** The migrated, empty database that every test file clones. */
export const TEMPLATE = 'template_of_tests';

/** One PostgreSQL for all test files, in a folder of its own that goes when they are done. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-tests-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
  });
  const { host, port } = postgres;
  const cluster = connect(onSocket(postgres, 'postgres'));
  await cluster.pool.query(`create database ${TEMPLATE}`);
  await cluster.close();
  const template = connect(onSocket(postgres, TEMPLATE));
  await migrate(template);
  // Starting jobs on a database that has their tables takes a hundredth of the time.
  const boss = await startBoss(template.pool, console.error, { schedule: false, supervise: false });
  await boss.stop({ graceful: false });
  await template.close();
  project.provide('postgres', { host, port });
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
