import { sql } from 'kysely';
import type pg from 'pg';
import { expect, inject, it } from 'vitest';
import { isSearched } from '../../people/person-search.ts';
import { migrate } from './migrate.ts';
import { connect, type OpenDatabase, onSocket } from './open-database.ts';
import { StartupError } from './startup-error.ts';

/** Runs `work` on an empty database. */
async function onEmpty(options: pg.PoolConfig, work: (database: OpenDatabase) => Promise<void>) {
  const cluster = connect(onSocket(inject('postgres'), 'postgres'));
  const name = `migrated_${process.pid}`;
  await cluster.pool.query(`create database ${name}`);
  const database = connect({ ...onSocket(inject('postgres'), name), ...options });
  try {
    await work(database);
  } finally {
    await database.close();
    await cluster.pool.query(`drop database ${name} with (force)`);
    await cluster.close();
  }
}

it('migrations run without the timeout of other statements', async () => {
  await onEmpty({ statement_timeout: 1, query_timeout: 10_000 }, async (hasty) => {
    await expect(hasty.pool.query('select count(*) from generate_series(1, 1e7)')).rejects.toThrow(/timeout/);
    expect(await migrate(hasty)).toEqual(['0001-schema']);
    expect(await migrate(hasty)).toEqual([]);
  });
});

it('migrations succeed without the search index if the database user may not create extensions', async () => {
  await onEmpty({}, async ({ pool }) => {
    const user = `limited_${process.pid}`;
    await pool.query(`create role ${user} login; grant all on schema public to ${user}`);
    const limited = connect({ ...pool.options, user });
    try {
      await migrate(limited);
      const { rows } = await limited.pool.query(
        "select indexname from pg_indexes where indexname in ('users_newest', 'users_search')",
      );
      expect(rows).toEqual([{ indexname: 'users_newest' }]);
    } finally {
      await limited.close();
      await pool.query(`drop owned by ${user} cascade; drop role ${user}`);
    }
  });
});

it('searches of people use an index after the migrations', async () => {
  await onEmpty({ options: '-c enable_seqscan=off' }, async (database) => {
    await migrate(database);
    const { rows } = await sql`explain select id from users where ${isSearched('asha')}`.execute(database.db);
    const plan = JSON.stringify(rows);
    expect(plan.split('users_search')).toHaveLength(1 + 1);
    expect(plan).not.toContain('Seq Scan');
  });
});

it('search_letters keeps the letters of names in Devanagari, whatever the locale of the database', async () => {
  await onEmpty({}, async (database) => {
    await migrate(database);
    const { rows } = await database.pool.query<{ of: string[] }>(
      "select show_trgm(search_letters(name)) as of from unnest(array['मुकेश राज', 'मुकेश', 'राज']) as name",
    );
    const [whole, first, second] = rows.map(({ of }) => of);
    expect(whole).toEqual([...new Set([...(first ?? []), ...(second ?? [])])].sort());
    expect(first?.length).toBeGreaterThan(4);
  });
});

it('migrate refuses a database of a newer version with one sentence', async () => {
  await onEmpty({}, async (database) => {
    await migrate(database);
    await database.pool.query(
      "insert into kysely_migration (name, timestamp) values ('9999-of-a-newer-version', now())",
    );
    const refusal = await migrate(database).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    expect(String(refusal)).toMatch(
      /newer version of the product \(9999-of-a-newer-version\)\. Start that version/,
    );
  });
});

it('migrate refuses a database of before the first release with one sentence, and leaves it as it is', async () => {
  await onEmpty({}, async (database) => {
    await database.pool.query(`
      create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      insert into kysely_migration values ('0001-foundation', now()), ('0096-texts-before-a-held-edit', now())`);
    const refusal = await migrate(database).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    expect(String(refusal)).toMatch(/before the first release.*: delete the data folder .*empty database\.$/);
    const { rows } = await database.pool.query("select from pg_class where relname = 'users'");
    expect(rows).toEqual([]);
  });
});
