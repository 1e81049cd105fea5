import { connect } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startBoss } from '../../src/jobs.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { lockTable, waitingForLocks } from '../testing/locks.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { startServer, stopServers } from '../testing/processes/server-process.ts';
import { socketUrl } from '../testing/processes/template-database.ts';
import { cloneDatabase } from '../testing/test-app.ts';

let clone: { database: OpenDatabase; drop: () => Promise<void> };

beforeAll(async () => {
  clone = await cloneDatabase();
  const boss = await startBoss(clone.database.pool, () => {});
  await boss.stop();
});
afterAll(async () => {
  await stopServers();
  await clone.drop();
});

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

it('a server answers no call before its jobs have started, and ends if they cannot start', async () => {
  const { pool } = clone.database;
  const PORT = String(await freePort());
  const variables = { DATABASE_URL: socketUrl(inject('postgres'), pool.options.database ?? ''), PORT };
  const lock = await lockTable('pgboss.schedule', clone.database);
  const starting = startServer(variables).then(
    () => 'ready',
    () => 'ended',
  );
  await expect.poll(() => waitingForLocks(clone.database)).toBe(1);
  expect(await accepts(Number(PORT))).toBe(false);
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(await starting).toBe('ended');
  await lock.release();
  const server = await startServer(variables);
  expect((await server.call({ url: '/api/ready' })).statusCode).toBe(200);
  expect(await server.stop()).toBe(0);
});
