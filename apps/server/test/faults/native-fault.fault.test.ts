import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { startServer, stopServers } from '../testing/processes/server-process.ts';
import { socketUrl } from '../testing/processes/template-database.ts';
import { cloneDatabase } from '../testing/test-app.ts';

const faultingServer = join(import.meta.dirname, '../testing/processes/faulting-server.ts');

let clone: { database: OpenDatabase; drop: () => Promise<void> };

beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(async () => {
  await stopServers();
  await clone.drop();
});

it('a native fault ends the process, so that it is started again', async () => {
  const { database = '' } = clone.database.pool.options;
  const { child } = await startServer(
    { DATABASE_URL: socketUrl(inject('postgres'), database) },
    faultingServer,
  );
  const ended = once(child, 'exit');
  child.send('fault');
  const [code, signal] = await ended;
  expect(code).toBeNull();
  // The signal depends on the processor.
  expect(['SIGTRAP', 'SIGILL', 'SIGABRT']).toContain(signal);
});
