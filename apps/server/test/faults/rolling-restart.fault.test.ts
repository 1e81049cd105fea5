import { INVITATION_CODE } from '@mutual-transfer/domain/constants';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { registerTeacher } from '../testing/factories.ts';
import { startDatabaseProxy } from '../testing/processes/database-proxy.ts';
import { makeNextRelease } from '../testing/processes/next-release.ts';
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

/** What a later release may change while processes of the previous one run (`migrations/README.md`). */
const migration = `
  alter table users add column made_up text not null default 'next';
  alter table requests add column made_up integer;
  alter table sessions add column made_up timestamptz;
  create table made_up (id uuid primary key, request_id uuid references requests on delete cascade);
  create index made_up_by_request on made_up (request_id);
  create function note_made_up() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger made_up before update on share_visits for each row execute function note_made_up();`;

it('refuses no call and loses no write while two servers behind nginx are upgraded one after the other to a release with a migration', async () => {
  const next = await makeNextRelease(migration);
  const servers = await Promise.all([startServer(variables), startServer(variables)]);
  nginx = await startNginx(
    findNginx(),
    servers.map(({ base }) => base),
  );
  const { base } = nginx;
  const { token } = await registerTeacher(servers[0]);
  const privacySettings = { hideName: false, hidePhone: true, hideEmail: false, hideSchoolName: false };
  const visit: Call = { method: 'POST', url: '/api/shares/visits', body: { code: INVITATION_CODE } };
  const calls: Call[] = [
    { url: '/api/requests/public' },
    { url: '/api/requests', token },
    { url: '/api/dashboard', token },
    { url: '/api/auth/profile', token },
    { method: 'PUT', url: '/api/auth/privacy', body: { privacySettings }, token },
    visit,
  ];
  const answers: { url: string; status: number }[] = [];
  let isOver = false;
  const caller = async () => {
    while (!isOver)
      for (const call of calls)
        answers.push({ url: call.url, status: (await callerOf(base).call(call)).statusCode });
  };
  const load = Promise.all(Array.from({ length: CALLERS }, caller));
  for (const server of servers) {
    await expect.poll(() => isTrusted(server)).toBe(true);
    expect(await server.stop('SIGTERM')).toBe(0);
    const again = await startServer({ ...variables, PORT: new URL(server.base).port }, next.main);
    await expect.poll(() => isTrusted(again)).toBe(true);
  }
  isOver = true;
  await load;
  await next.remove();
  expect(answers.length).toBeGreaterThan(CALLERS * calls.length);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const { pool } = clone.database;
  const { rows } = await pool.query(
    "select (select sum(visits)::int from share_visits) as visits, (select count(*)::int from users where made_up = 'next') as users",
  );
  expect(rows).toEqual([{ visits: answers.filter(({ url }) => url === visit.url).length, users: 1 }]);
});
