import { sql } from 'kysely';
import type pg from 'pg';
import { expect, inject, it } from 'vitest';
import { isSearched } from '../admin/teachers/people-search.ts';
import { StartupError } from '../startup-error.ts';
import { migrate, migrateTo } from './migrate.ts';
import { connect, type OpenDatabase, onSocket } from './open-database.ts';

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
    expect((await migrate(hasty)).length).toBeGreaterThan(5);
    expect(await migrate(hasty)).toEqual([]);
  });
});

it('migrations fill the new derived columns of existing rows', async () => {
  await onEmpty({}, async (database) => {
    await migrateTo(database, '0007-own-writes');
    const { pool } = database;
    await pool.query(`
      insert into users (id, email, name, phone, password_hash, school_name, district, block, desired_district, subject,
        class_range, created_at)
      values (gen_random_uuid(), 'a@example.org', 'Asha', '9876543210', '-', 'S', 'patna', 'danapur', 'gaya', 'hindi',
        '6-8', now())`);
    for (const [number, block] of ['amas', 'bodh-gaya', null].entries()) {
      await pool.query(
        `insert into requests (id, user_id, desired_district, desired_block, subject, class_range, reason, additional_info,
          urgency, contact_preference, hide_name, hide_phone, hide_email, hide_school_name, created_at, expires_at, search)
        select lpad($1::text, 32, '0')::uuid, id, $3, $2, 'hindi', '6-8', 'R', 'A', 'low', 'both', false, false, false,
          false, now(), now(), array_to_tsvector(array['uchchatar', 'डीहरी', 'dih']) from users`,
        [number, block, number === 1 ? 'saran' : 'gaya'],
      );
    }
    await pool.query(`
      insert into offers (request_id, user_id, subject, class_range, from_district, from_block, to_district, to_block,
        offered_at)
      select id, user_id, subject, class_range, 'patna', 'danapur', desired_district, desired_block, now()
      from requests order by id desc`);

    await migrate(database);
    const offers = await pool.query('select repeats_posting, repeats_wish from offers order by request_id');
    expect(offers.rows).toEqual([
      { repeats_posting: false, repeats_wish: false },
      { repeats_posting: true, repeats_wish: false },
      { repeats_posting: true, repeats_wish: true },
    ]);
    const { rows } = await pool.query('select tsvector_to_array(search) as words from requests');
    const words = expect.arrayContaining(['uchchatar', 'uchcha', 'डीहरी', 'डीह', 'dih']);
    expect(rows).toEqual([{ words }, { words }, { words }]);
    // The migrations remove the filter values (`name=value`) that earlier versions stored among the words.
    expect(rows.flatMap((row) => row.words).filter((word: string) => word.includes('='))).toEqual([]);
  });
});

it('migrations keep fields hidden that requests hid, and offer no registered wish of a teacher who has posted', async () => {
  await onEmpty({}, async (database) => {
    await migrateTo(database, '0010-search-of-people');
    const { pool } = database;
    const people = { open: '1', ended: '2', never: '3' } as const;
    for (const number of Object.values(people)) {
      await pool.query(
        `insert into users (id, email, name, phone, password_hash, school_name, district, block, desired_district, subject,
          class_range, hide_name, created_at)
        values (lpad($1, 32, '0')::uuid, $1 || '@example.org', 'Asha', '987654321' || $1, '-', 'S', 'patna', 'danapur', 'gaya',
          'hindi', '6-8', $1 = '1', now())`,
        [number],
      );
    }
    await pool.query(`
      insert into requests (id, user_id, desired_district, subject, class_range, reason, additional_info, urgency,
        contact_preference, status, hide_name, hide_phone, hide_email, hide_school_name, created_at, expires_at)
      select gen_random_uuid(), lpad(owner, 32, '0')::uuid, 'gaya', 'hindi', '6-8', 'R', 'A', 'low', 'both', status,
        name, phone, false, false, now(), now()
      from (values ('1', 'active', true, false), ('1', 'withdrawn', false, true), ('2', 'expired', false, true))
        as each (owner, status, name, phone)`);
    await pool.query(`
      insert into offers (user_id, subject, class_range, from_district, from_block, to_district, offered_at)
      select id, subject, class_range, district, block, desired_district, now() from users where not hide_name`);

    await migrate(database);
    const { rows } = await pool.query(`
      select own_hide_name as name, own_hide_phone as phone, hide_phone as seen, has_posted as posted,
        exists (select from offers where user_id = users.id) as offered
      from users order by id`);
    expect(rows).toEqual([
      { name: true, phone: false, seen: false, posted: true, offered: false },
      { name: false, phone: true, seen: true, posted: true, offered: false },
      { name: false, phone: false, seen: false, posted: false, offered: true },
    ]);
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
