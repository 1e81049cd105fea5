import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { registerTeacher } from '../testing/factories.ts';
import { startDatabaseProxy } from '../testing/processes/database-proxy.ts';
import { findNginx, type Nginx, startNginx } from '../testing/processes/nginx.ts';
import {
  callerOf,
  type ServerProcess,
  startServer,
  stopServers,
} from '../testing/processes/server-process.ts';
import { type Call, cloneDatabase } from '../testing/test-app.ts';

const CALLERS = 4;

let clone: { database: OpenDatabase; drop: () => Promise<void> };
let closeProxy: () => Promise<void>;
let variables: Record<string, string>;
let nginx: Nginx;

beforeAll(async () => {
  clone = await cloneDatabase();
  const proxy = await startDatabaseProxy(inject('postgres'));
  closeProxy = proxy.close;
  const { database = '' } = clone.database.pool.options;
  variables = {
    DATABASE_URL: proxy.urlOf(database),
    TOKEN_SECRET: 'a secret that both servers know of',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
});

afterAll(async () => {
  await nginx?.stop();
  await stopServers();
  await closeProxy();
  await clone.drop();
});

/**
 * Returns true if nginx sends the server more than a trial call. Two seconds after a failure nginx sends a server one call, and further
 * ones once that call is answered.
 */
const isTrusted = ({ lines }: ServerProcess) =>
  lines.filter((line) => line.includes('"msg":"request completed"')).length > 2;

it('loses no answer while two servers behind nginx are restarted one after the other under load', async () => {
  const servers = await Promise.all([startServer(variables), startServer(variables)]);
  nginx = await startNginx(
    findNginx(),
    servers.map(({ base }) => base),
  );
  const { token } = await registerTeacher(servers[0]);
  const privacySettings = { hideName: false, hidePhone: true, hideEmail: false, hideSchoolName: false };
  const calls: Call[] = [
    { url: '/api/requests/public' },
    { url: '/api/requests', token },
    { method: 'PUT', url: '/api/auth/privacy', body: { privacySettings }, token },
  ];
  const statuses: number[] = [];
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      for (const call of calls) statuses.push((await callerOf(nginx.base).call(call)).statusCode);
    }
  };
  const load = Promise.all(Array.from({ length: CALLERS }, caller));
  for (const server of servers) {
    await expect.poll(() => isTrusted(server)).toBe(true);
    expect(await server.stop('SIGTERM')).toBe(0);
    const again = await startServer({ ...variables, PORT: new URL(server.base).port });
    await expect.poll(() => isTrusted(again)).toBe(true);
  }
  isOver = true;
  await load;
  expect(statuses.length).toBeGreaterThan(CALLERS * calls.length);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
