import type { PeopleList } from '@mutual-transfer/domain/administration/administration';
import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { administratorTest } from '../../test/testing/fixtures.ts';

const { test, call } = await administratorTest();

const get = <const Path extends string>(path: Path) => call('GET', path);

it('teachers are filtered by registration date, and payers by payment date, in India’s time', async () => {
  const at = { subject: 'Music', district: 'Sheohar', postingBlock: 'Sheohar' };
  const early = await registerTeacher(test, { ...at, name: 'Early Joiner' });
  const late = await registerTeacher(test, { ...at, name: 'Late Joiner' });
  const { db } = test.database;
  // Times half an hour before and after midnight in India.
  const dates = [
    { id: early.user._id, created_at: '2026-03-01T18:00:00Z', paid_at: '2026-03-05T18:00:00Z' },
    { id: late.user._id, created_at: '2026-03-01T19:00:00Z', paid_at: '2026-03-05T19:00:00Z' },
  ];
  for (const { id, created_at, paid_at } of dates) {
    const changed = { created_at: new Date(created_at), paid_at: new Date(paid_at), paid_rupees: 10 };
    await db.updateTable('users').set(changed).where('id', '=', id).execute();
  }
  const names = async (query: string) =>
    (await get(`${query}&district=Sheohar&sort=name`)).json<PeopleList>().users.map(({ name }) => name);
  expect(await names('users?from=2026-03-02')).toEqual(['Late Joiner']);
  expect(await names('users?to=2026-03-01')).toEqual(['Early Joiner']);
  expect(await names('users?from=2026-03-01&to=2026-03-02')).toEqual(['Early Joiner', 'Late Joiner']);
  expect(await names('paid-users?to=2026-03-05')).toEqual(['Early Joiner']);
  expect(await names('paid-users?from=2026-03-06&to=2026-03-06')).toEqual(['Late Joiner']);
  const file = await get('users.csv?district=Sheohar&from=2026-03-02');
  expect([file.body.includes('Late Joiner'), file.body.includes('Early Joiner')]).toEqual([true, false]);
  expect((await get('users?from=yesterday')).statusCode).toBe(400);
});

it('reports and held texts are filtered by the date on which they were written, in India’s time', async () => {
  const at = { subject: 'Music', district: 'Sheohar', postingBlock: 'Sheohar' };
  const reported = await registerTeacher(test, { ...at, name: 'Span Reported' });
  const { db } = test.database;
  const dates = { Early: '2026-03-01T18:00:00Z', Late: '2026-03-01T19:00:00Z' };
  for (const [name, moment] of Object.entries(dates)) {
    const { user, token } = await registerTeacher(test, { ...at, name: `Span ${name}` });
    const body = { user: reported.user._id, reason: 'other', words: name };
    expect((await test.call({ method: 'POST', url: '/api/reports', token, body })).statusCode).toBe(201);
    const created_at = new Date(moment);
    await db.updateTable('reports').set({ created_at }).where('reporter_id', '=', user._id).execute();
    await db
      .insertInto('held_messages')
      .values({
        id: newId({ msecs: created_at.getTime() }),
        from_user_id: user._id,
        to_user_id: reported.user._id,
        message: `${name} 98765 43210`,
        created_at,
      })
      .execute();
  }
  const written = async (query: string) => [
    (await get(`reports?${query}`)).json().reports.map(({ words }) => words),
    (await get(`held-texts?${query}`)).json().texts.map(({ texts }) => texts[0]?.split(' ')[0]),
  ];
  const inFiles = async (query: string) =>
    Promise.all(
      ['reports', 'held-texts'].map(async (list) => {
        const { body } = await get(`${list}.csv?${query}`);
        return ['Early', 'Late'].filter((word) => new RegExp(`,${word}\\b`).test(body));
      }),
    );
  for (const query of ['from=2026-03-02&to=2026-03-02', 'to=2026-03-01', 'from=2026-03-01&to=2026-03-02'])
    expect(await inFiles(query)).toEqual(await written(query));
  expect((await get('reports.csv?state=decided')).body.trim().split('\r\n')).toHaveLength(1);
  expect(await written('from=2026-03-02&to=2026-03-02')).toEqual([['Late'], ['Late']]);
  expect(await written('to=2026-03-01')).toEqual([['Early'], ['Early']]);
  expect(await written('from=2026-03-01&to=2026-03-02')).toEqual([
    ['Early', 'Late'],
    ['Early', 'Late'],
  ]);
  expect((await get('reports?from=yesterday')).statusCode).toBe(400);
});

it('pairs are filtered by the day on which the later of their two requests was posted', async () => {
  const [here, there] = [
    { district: 'Sheohar', postingBlock: 'Purnahiya' },
    { district: 'Sheohar', postingBlock: 'Piprahi' },
  ];
  const wish = ({ district, postingBlock }: typeof here) => ({
    desiredDistrict: district,
    desiredBlock: postingBlock,
  });
  const offered = [
    { name: 'Pair Early', ...here, ...wish(there), at: '2026-03-01T18:00:00Z' },
    { name: 'Pair Late', ...there, ...wish(here), at: '2026-03-01T19:00:00Z' },
  ];
  const { db } = test.database;
  for (const { at, ...fields } of offered) {
    const teacher = await registerTeacher(test, { subject: 'Music', ...fields });
    const { desiredDistrict, desiredBlock } = fields;
    await postRequest(test, teacher, { subject: 'Music', desiredDistrict, desiredBlock });
    const moment = { offered_at: new Date(at) };
    await db.updateTable('offers').set(moment).where('user_id', '=', teacher.user._id).execute();
  }
  const found = async (span: string) =>
    (await get(`matches?perfectSearch=Pair${span === '' ? '' : `&${span}`}`)).json().perfectPagination.total;
  expect([await found(''), await found('from=2026-03-02'), await found('to=2026-03-01')]).toEqual([1, 1, 0]);
  expect([await found('from=2026-03-03'), await found('to=2026-03-02')]).toEqual([0, 1]);
});

it('the pages contain the first thousand pairs', async () => {
  const { pool } = test.database;
  await pool.query(`
    create temporary table crowd as
      select gen_random_uuid() as id, gen_random_uuid() as request, number from generate_series(1, 64) as number;
    insert into users (id, email, phone, password_hash, name, school_name, district, block, desired_district, subject, class_range, created_at)
      select id, 'crowd' || number || '@example.com', (9100000000 + number)::text, 'x', 'Crowd ' || number,
        'High School', 'sheohar', 'purnahiya', 'sheohar', 'music', '9-10', now() from crowd;
    insert into requests (id, user_id, desired_district, subject, class_range, reason, additional_info, urgency, contact_preference,
        created_at, expires_at, hide_name, hide_phone, hide_email, hide_school_name)
      select request, id, 'sheohar', 'music', '9-10', 'Family', 'None', 'low', 'email', now(), now() + interval '9 days',
        false, false, false, false from crowd;
    insert into offers (request_id, user_id, subject, class_range, from_district, from_block, to_district, to_block, offered_at)
      select request, id, 'music', '9-10', place.district, place.own, place.district, place.other, now()
      from crowd join (values (0, 'sheohar', 'purnahiya', 'piprahi'), (1, 'sheohar', 'piprahi', 'purnahiya'))
        as place (side, district, own, other) on side = number % 2`);
  const page = async (number: number) =>
    (await get(`matches?perfectSearch=Crowd&limit=100&perfectPage=${number}`)).json();
  const { perfectMatches, perfectPagination } = await page(10);
  expect(perfectMatches).toHaveLength(100);
  expect(perfectPagination).toMatchObject({ total: 1_000, pages: 10, totalIsExact: false });
  expect((await page(11)).perfectMatches).toEqual([]);
});
