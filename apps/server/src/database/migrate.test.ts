import { expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';
import { connect, onSocket } from './open-database.ts';

it('takes as long as it needs, where other statements may not', async () => {
  const cluster = connect(onSocket(inject('postgres'), 'postgres'));
  const name = `migrated_patiently_${process.pid}`;
  await cluster.pool.query(`create database ${name}`);
  const hasty = connect({
    ...onSocket(inject('postgres'), name),
    statement_timeout: 1,
    query_timeout: 10_000,
  });
  await expect(hasty.pool.query('select count(*) from generate_series(1, 1e7)')).rejects.toThrow(/timeout/);
  expect((await migrate(hasty)).length).toBeGreaterThan(5);
  expect(await migrate(hasty)).toEqual([]);
  await hasty.close();
  await cluster.pool.query(`drop database ${name} with (force)`);
  await cluster.close();
});
