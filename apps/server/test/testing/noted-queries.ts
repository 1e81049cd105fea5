import type pg from 'pg';
import { connect } from '../../src/platform/database/open-database.ts';
import type { TestApp } from './test-app.ts';

/** Opens connections to another process's database that record their queries, except the periodic writes of the call log. */
export function recordQueries({ database }: TestApp, queries: string[]) {
  const { db, pool } = connect({ ...database.pool.options, max: 5 });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: unknown[]) => {
      const [what] = input as [string | { text: string }];
      const text = typeof what === 'string' ? what : what.text;
      if (!text.includes('access_log')) queries.push(text);
      return query(...input);
    }) as pg.PoolClient['query'];
  });
  return { db, pool };
}
