import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bareEnvironment } from '../../test/testing/processes/server-process.ts';

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
  ['abcdef', 'password: Password must be at least 12 characters long'],
  ['abcdefghijkl', 'password: This password is among the most common ones.'],
  ['admin1234567', 'password: This password is easy to guess'],
  ['Sunita Devi Sinha', 'password: Please choose a password that is not your own'],
  ['first.admin@example.com', 'password: Please choose a password that is not your own'],
])('the command admin refuses the password %j', (password, sentence) => {
  expect(() => create(password)).toThrow(sentence);
});
