import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { bareEnvironment } from '../../test/testing/processes/server-process.ts';
import { startTestApp } from '../../test/testing/test-app.ts';
import { embeddedSuperuser } from '../platform/database/embedded-postgres.ts';

const command = join(import.meta.dirname, 'admin.ts');
const parameters = ['create', '--email', 'first.admin@example.com', '--name', 'Sunita Devi Sinha'];

function create(password: string): string {
  return execFileSync(process.execPath, [command, ...parameters], {
    env: bareEnvironment,
    input: `${password}\n`,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

it.each([
  ['abcde', 'password: Password must be at least 6 characters long'],
  ['abcdef', 'password: Administrators need at least 12 characters'],
  ['abcdefghijkl', 'password: This password is among the most common ones.'],
  ['admin1234567', 'password: This password is easy to guess'],
  ['Sunita Devi Sinha', 'password: Please choose a password that is not your own'],
  ['first.admin@example.com', 'password: Please choose a password that is not your own'],
])('the command admin refuses the password %j', (password, sentence) => {
  expect(() => create(password)).toThrow(sentence);
});

it('the command admin resets password and second factor, and the audit log says so', async () => {
  const test = await startTestApp();
  const { user } = await makeAdministrator(test);
  const { host, port } = inject('postgres');
  const address = `${embeddedSuperuser}@${encodeURIComponent(host)}:${port}`;
  const DATABASE_URL = `postgres://${address}/${test.database.pool.options.database}`;
  execFileSync(process.execPath, [command, 'reset', '--email', user.email], {
    env: { ...bareEnvironment, NODE_ENV: 'test', DATABASE_URL },
    input: 'seven slow boats\n',
    stdio: 'pipe',
  });
  const { rows } = await test.database.pool.query(
    "select actor_id, details from audit_log where action = 'administrator.change' and subject_id = $1",
    [user._id],
  );
  expect(rows).toEqual([
    { actor_id: null, details: { fields: ['password', 'factor'], by: 'npm run admin' } },
  ]);
  await test.close();
});
