import { randomBytes } from 'node:crypto';
import { addDemoAdministrator } from '../apps/server/src/demo/demo-world.ts';
import { startServer } from '../apps/server/test/testing/processes/server-process.ts';
import { callAs, figuresOf, load } from './measure.ts';
import { columnsOf, milliseconds, publish, table } from './report.ts';
import { openSessions, withDatabase, withWorld } from './world.ts';

/**
 * `npm run bench:office`: the lists and figures of the Admin Panel for one caller, an administrator of the state, with 100,000 teachers and
 * 5,000 agreements. `--write` puts the table into docs/performance.md.
 */
const REQUESTS = 125_000;
const AGREEMENTS = 5_000;
const SECONDS = 4;
const WANTED_P99_MS = 100;

/** Agreements of two in all states, half of them under way. Their rows suffice for lists; papers and steps are not in them. */
const addAgreements = `
  with free as (
    select user_id, request_id, from_block, row_number() over (order by user_id) as place
    from (select distinct on (user_id) user_id, request_id, from_block from offers where request_id is not null) as teachers
  ), pairs as (
    select gen_random_uuid() as id, first.place / 2 as number, first.request_id as one, second.request_id as two,
      (array['agreed', 'in_progress', 'completed', 'lapsed', 'agreed', 'broken', 'in_progress', 'declined'])[1 + (first.place / 2) % 8] as state
    from free first join free second on second.place = first.place + 1
    where first.place % 2 = 1 limit ${AGREEMENTS}
  ), written as (
    insert into agreements (id, state, source, size, subject, class_range, requests_key, created_at, deadline, agreed_at, submitted_at,
      ended_at, reason)
    select pairs.id, state, 'teacher', 2, requests.subject, requests.class_range, one || ',' || two,
      now() - number % 60 * interval '1 day', now() - number % 60 * interval '1 day' + interval '3 days',
      case when state in ('agreed', 'in_progress', 'completed', 'broken') then now() end,
      case when state in ('in_progress', 'completed') then now() end,
      case when state not in ('agreed', 'in_progress') then now() end,
      case when state in ('lapsed', 'declined', 'broken') then 'deadline' end
    from pairs join requests on requests.id = one
    returning id
  )
  insert into agreement_members (agreement_id, position, state, user_id, request_id, from_block, to_block, answer, answered_at)
  select pairs.id, seat.position, pairs.state, free.user_id, free.request_id, free.from_block, free.from_block, 'yes', now()
  from pairs join written using (id)
  cross join lateral (values (0, one), (1, two)) as seat (position, request)
  join free on free.request_id = seat.request`;

/** A season in which three in five teachers consented, and a thousand objections to its groups. */
const addSeason = `
  with season as (
    insert into seasons (id, name, order_name, opens_at, list_closes_at, closed_at, consent, relieving, created_at)
    values (gen_random_uuid(), 'Season', 'Order', now() - interval '90 days', now() - interval '80 days', now() + interval '30 days', 'before',
      false, now())
    returning id
  ), consented as (
    insert into season_consents (id, season_id, user_id, given_at, sentence, district)
    select gen_random_uuid(), season.id, users.id, now(), 'I take the place that I wish for.', district from users, season
    where role = 'teacher' and get_byte(uuid_send(users.id), 15) < 154
  )
  insert into objections (id, season_id, agreement_id, user_id, category, created_at, due_at)
  select gen_random_uuid(), season.id, agreement_id, user_id, 'own_facts', now(), now() + interval '3 days' from agreement_members, season
  where position = 0 limit 1000`;

const lists = {
  'one row, for comparison': ['/api/health'],
  'the desk': ['/api/admin/desk'],
  'what waits': ['/api/admin/waiting'],
  'figures of the overview': ['/api/admin/stats', '/api/admin/growth'],
  agreements: ['/api/admin/agreements', '/api/admin/agreements?page=200'],
  'agreements by deadline, state, district': [
    '/api/admin/agreements?sort=deadline',
    '/api/admin/agreements?state=agreed&sort=-deadline',
    '/api/admin/agreements?district=Patna&subject=Mathematics',
  ],
  'agreements: work without an order': [
    '/api/admin/agreements?task=withoutOrder',
    '/api/admin/agreements?task=factsChanged',
  ],
  'agreements by name': ['/api/admin/agreements?search=kumari', '/api/admin/agreements?search=anil%20paswan'],
  teachers: [
    '/api/admin/users',
    '/api/admin/users?page=5000',
    '/api/admin/users?district=Gaya&isActive=true',
  ],
  'teachers by name or phone': ['/api/admin/users?search=kumari', '/api/admin/users?search=98765'],
  'teachers by place': ['/api/admin/users?search=Gaya'],
  'teachers by stage': ['/api/admin/users?stage=consented', '/api/admin/users?stage=ordered'],
  consents: ['/api/admin/consents', '/api/admin/consents?search=kumari'],
  objections: ['/api/admin/objections'],
  'audit log': ['/api/admin/audit', '/api/admin/audit?search=kumari'],
};

const report = await withWorld(REQUESTS, async ({ url, counts }) => {
  const TOKEN_SECRET = randomBytes(48).toString('base64url');
  const token = await withDatabase(url, async (database) => {
    await addDemoAdministrator(database, '', new Date());
    const client = await database.pool.connect();
    try {
      await client.query('delete from agreements');
      await client.query(addAgreements);
      await client.query('delete from seasons');
      await client.query(addSeason);
      await client.query('analyze');
      const { rows } = await client.query<{ id: string }>("select id from users where role = 'admin'");
      const id = rows[0]?.id ?? '';
      return (await openSessions(client, TOKEN_SECRET, [id])).get(id);
    } finally {
      client.release();
    }
  });
  const app = await startServer({
    ...{ DATABASE_URL: url, TOKEN_SECRET, NODE_ENV: 'test' },
    NIGHTLY_PLAN_SECONDS: '0',
  });
  try {
    const measured = await Array.fromAsync(Object.entries(lists), async ([name, paths]) => {
      const calls = paths.map((path) => callAs(token, path));
      const one = { base: app.base, calls, connections: 1 };
      await load({ ...one, seconds: 1 });
      const { median, p99, failed } = figuresOf(await load({ ...one, seconds: SECONDS }));
      const isMissed = p99 > WANTED_P99_MS ? ' (missed)' : '';
      return [name, milliseconds(median), `${milliseconds(p99)}${isMissed}`, String(failed)];
    });
    const columns = columnsOf(`${counts.teachers} teachers, ${AGREEMENTS} agreements`, [
      'median ms',
      `99th percentile ms (${WANTED_P99_MS} wanted)`,
      'failed',
    ]);
    return table(columns, measured);
  } finally {
    await app.stop();
  }
});
await publish('office', report, process.argv.includes('--write'));
