import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendAnnouncements } from '../apps/server/src/inbox/announcements.ts';
import { createDeliveries, findProgress } from '../apps/server/src/notices/deliveries.ts';
import { createNotices } from '../apps/server/src/notices/notices.ts';
import { sendDue } from '../apps/server/src/notices/send-deliveries.ts';
import { createLinks } from '../apps/server/src/notices/signed-links.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { columnsOf, table, whole } from './report.ts';
import { withDatabase } from './world.ts';

/**
 * `npm run bench:announcement`: how long an announcement to 600,000 teachers takes by e-mail, at which rate, and how long a notice that cannot
 * wait does meanwhile. 20,000 teachers are told by the product; the other rows are copies. The mail server is a function that answers at once.
 */
const ALL = 600_000;
const TEACHERS = 20_000;
/** Noon in India, so that no quiet hours delay it. */
const NOW = new Date('2026-06-15T06:30:00Z');
const SECONDS = 20;
const RATES = [10, 50, 100];

/** Copies of the deliveries that wait, with notices of their own. */
const addCopies = `
  with copies as (
    insert into alerts (id, to_user_id, kind, details, created_at, is_routed)
    select gen_random_uuid(), to_user_id, kind, details, created_at, true
    from (select * from alerts limit $2) as originals, generate_series(1, $1) returning id, to_user_id, created_at
  )
  insert into deliveries (id, alert_id, user_id, channel, priority, announcement_id, due_at)
  select id, id, to_user_id, 'email', 2, $3, created_at from copies`;

const addTeachers = `
  insert into users (id, email, phone, password_hash, name, school_name, district, block, desired_district, subject, class_range,
    email_confirmed_at, created_at)
  select gen_random_uuid(), 'teacher-' || number || '@school.example', (9000000000 + number)::text, '', 'Teacher ' || number, 'School',
    'patna', 'danapur', 'gaya', 'mathematics', '6-8', now(), now()
  from generate_series(1, $1) as number`;

const folder = await mkdtemp(join(tmpdir(), 'announcement-'));
const { host, port, stop } = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const reach = new URLSearchParams({ host, port: String(port), user: 'postgres' });
  const urlOf = (database: string) => `postgresql:///${database}?${reach}`;
  await withDatabase(urlOf('postgres'), ({ pool }) => pool.query('create database announcement'));
  await withDatabase(urlOf('announcement'), async (database) => {
    const { db, pool } = database;
    await migrate(database);
    await pool.query(addTeachers, [TEACHERS]);
    await pool.query('vacuum (analyze)');
    const id = randomUUID();
    await pool.query(
      `insert into announcements (id, texts, starts_at, ends_at, created_at) values ($1, '{"en":"A text"}', $2::timestamptz, $2::timestamptz + interval '1 day', $2)`,
      [id, NOW],
    );
    const seconds = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return (performance.now() - start) / 1_000;
    };
    const created = await seconds(() => sendAnnouncements(db, NOW));
    const routed = await seconds(async () => {
      while (await createDeliveries(db, ['email'], NOW));
    });
    let sent = 0;
    const kinds = new Set<string>();
    const sending = {
      ...{
        db,
        now: () => NOW,
        links: createLinks('https://transfer.example', 'a secret of this bench alone'),
      },
      channels: [
        {
          name: 'email' as const,
          send: async ({ notices }: { notices: readonly { kind: string }[] }) => {
            sent += 1;
            for (const { kind } of notices) kinds.add(kind);
          },
          close: () => {},
        },
      ],
    };
    const until = performance.now() + SECONDS * 1_000;
    while (performance.now() < until && (await sendDue(sending)) !== undefined);
    const capacity = sent / SECONDS;
    await pool.query(addCopies, [ALL / TEACHERS - 1, TEACHERS, id]);
    await pool.query('analyze');
    const progress = await seconds(() => findProgress(db, [id]));
    const { rows } = await pool.query<{ id: string }>('select id from users limit 1');
    const [{ id: recipientId } = { id: '' }] = rows;
    const content = { kind: 'password_reset', by: 'sms' } as const;
    await db
      .transaction()
      .execute((transaction) => createNotices(transaction, [{ recipientId, content }], NOW));
    const urgent = await seconds(async () => {
      await createDeliveries(db, ['email'], NOW);
      await sendDue(sending);
    });
    await pool.query('vacuum deliveries');
    const later = await seconds(() => findProgress(db, [id]));
    const minutes = (ofSome: number) => `${((ofSome * ALL) / TEACHERS / 60).toFixed(0)} min`;
    const lines = [
      [`create the notices of ${whole(ALL)} teachers`, minutes(created)],
      ['create their deliveries', minutes(routed)],
      ['a notice that cannot wait, created then, until it is sent', `${(urgent * 1_000).toFixed(0)} ms`],
      [
        'progress in the Admin Panel',
        `${(progress * 1_000).toFixed(0)} ms, ${(later * 1_000).toFixed(0)} ms after a vacuum`,
      ],
      ['mails that a process can send in a second', whole(capacity)],
      ...RATES.map((rate) => [`all, with MAIL_PER_SECOND=${rate}`, `${(ALL / rate / 3_600).toFixed(1)} h`]),
    ];
    console.info(table(columnsOf('announcement', ['time']), lines));
    if (!kinds.has(content.kind)) throw new Error('The notice that cannot wait is not in the first batch');
  });
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}
