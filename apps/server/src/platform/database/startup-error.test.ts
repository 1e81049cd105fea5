import pg from 'pg';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/testing/test-app.ts';
import { StartupError, sentenceOf } from './startup-error.ts';

it('a read-only database prevents the start with one sentence', async () => {
  const test = await startTestApp();
  const client = new pg.Client({
    ...test.database.pool.options,
    options: '-c default_transaction_read_only=on',
  });
  await client.connect();
  const refused = await client.query('create table copies (id int)').catch((error: unknown) => error);
  await client.end();
  await test.close();
  expect(sentenceOf(refused)).toBe(
    'The database refused the start: cannot execute CREATE TABLE in a read-only transaction.',
  );
});

it('an unexpected error is printed whole', () => {
  expect(sentenceOf(new StartupError('Port 3000 is in use.'))).toBe('Port 3000 is in use.');
  expect(sentenceOf(new TypeError('undefined is not a function'))).toBeUndefined();
});
