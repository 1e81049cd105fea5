import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { postRequest, registerTeacher, registrationOf, solveCaptcha } from './testing/factories.ts';
import { type DatabaseProxy, startDatabaseProxy } from './testing/processes/database-proxy.ts';
import { type ServerProcess, startServer, stopServers } from './testing/processes/server-process.ts';
import { cloneDatabase } from './testing/test-app.ts';

let clone: { database: OpenDatabase; drop: () => Promise<void> };
let proxy: DatabaseProxy;
let server: ServerProcess;

beforeAll(async () => {
  clone = await cloneDatabase();
  proxy = await startDatabaseProxy(inject('postgres'));
  const { database = '' } = clone.database.pool.options;
  server = await startServer({ DATABASE_URL: proxy.urlOf(database), LOG_LEVEL: 'trace' });
});

afterAll(async () => {
  await stopServers();
  await proxy.close();
  await clone.drop();
});

const person = {
  name: 'Sulochana Unmistakable',
  email: 'unmistakable@example.org',
  phone: '9123456780',
  password: 'unmistakable mangoes',
  confirmPassword: 'unmistakable mangoes',
  schoolName: 'Unmistakable Vidyalaya',
};

it('the log of a whole journey, with faults, contains no personal data', async () => {
  const { token } = await registerTeacher(server, person);
  await postRequest(server, { token } as never, { reason: 'An unmistakable reason' });
  const body = { email: person.email, password: 'unmistakably wrong', ...(await solveCaptcha(server)) };
  await server.call({ method: 'POST', url: '/api/auth/login', body });
  await server.call({ url: `/api/requests?search=${encodeURIComponent(person.name)}`, token });
  await server.call({ url: '/api/requests', token: `${token}x` });
  await server.call({ method: 'POST', url: '/api/auth/login', body: { [person.email]: person.phone } });
  // Error details of PostgreSQL contain rows, and its error messages contain values.
  await clone.database.pool.query(
    "alter table users add constraint unlucky check (name <> 'Unmistakable Too')",
  );
  const unlucky = await registrationOf(server, {
    ...person,
    name: 'Unmistakable Too',
    email: 'unmistakable-2@example.org',
    phone: '9123456781',
  });
  expect((await server.call({ method: 'POST', url: '/api/auth/register', body: unlucky })).statusCode).toBe(
    500,
  );
  await server.stop();

  const log = server.lines.filter((line) => line.startsWith('{'));
  expect(log.length).toBeGreaterThan(10);
  expect(log.some((line) => JSON.parse(line).err?.constraint === 'unlucky')).toBe(true);
  expect(log.filter((line) => /unmistakabl|912345678/i.test(line))).toEqual([]);
  expect(log.filter((line) => line.includes(token) || line.includes(token.split('.')[2] ?? token))).toEqual(
    [],
  );
});
