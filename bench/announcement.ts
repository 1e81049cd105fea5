import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
 * wait does meanwhile. The mail server is a function that answers at once.
 */
const { values } = parseArgs({ options: { teachers: { type: 'string', default: '600000' } } });
const teachers = Number(values.teachers);
/** Noon in India, so that no quiet hours delay it. */
const NOW = new Date('2026-06-15T06:30:00Z');
const SECONDS = 20;
const RATES = [10, 50, 100];

const addTeachers = `
  insert into users (id, email, phone, password_hash, name, school_name, district, block, desired_district, subject, class_range,
    email_confirmed_at, created_at)
  select gen_random_uuid(), 'teacher-' || number || '@school.example', (9000000000 + number)::text, '', 'Teacher ' || number, 'School',
    'patna', 'danapur', 'gaya', 'mathematics', '6-8', now(), now()
  from generate_series(1, $1) as number`;

const folder = await mkdtemp(join(tmpdir(), 'announcement-'));
const { host, port, stop } = await startEmbeddedPostgres(folder);
try {
  const reach = new URLSearchParams({ host, port: String(port), user: 'postgres' });
  const urlOf = (database: string) => `postgresql:///${database}?${reach}`;
  await withDatabase(urlOf('postgres'), ({ pool }) => pool.query('create database announcement'));
  await withDatabase(urlOf('announcement'), async (database) => {
    const { db, pool } = database;
    await migrate(database);
    console.error(`Creating ${teachers} teachers …`);
    await pool.query(addTeachers, [teachers]);
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
    await pool.query('analyze');
    const progress = await seconds(() => findProgress(db, [id]));
    let sent = 0;
    let firstKind: string | undefined;
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
            firstKind ??= notices[0]?.kind;
          },
          close: () => {},
        },
      ],
    };
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
    const until = performance.now() + SECONDS * 1_000;
    while (performance.now() < until) await sendDue(sending);
    const capacity = sent / SECONDS;
    await pool.query('vacuum deliveries');
    const later = await seconds(() => findProgress(db, [id]));
    const lines = [
      [`create the notices of ${whole(teachers)} teachers`, `${created.toFixed(0)} s`],
      ['create their deliveries', `${routed.toFixed(0)} s`],
      ['a notice that cannot wait, created then, until it is sent', `${(urgent * 1_000).toFixed(0)} ms`],
      [
        'progress in the Admin Panel',
        `${(progress * 1_000).toFixed(0)} ms, ${(later * 1_000).toFixed(0)} ms after a vacuum`,
      ],
      ['mails that a process can send in a second', whole(capacity)],
      ...RATES.map((rate) => [
        `all, with MAIL_PER_SECOND=${rate}`,
        `${(teachers / rate / 3_600).toFixed(1)} h`,
      ]),
    ];
    console.info(table(columnsOf('announcement', ['time']), lines));
    if (firstKind !== content.kind)
      throw new Error('Another notice was sent before the one that cannot wait');
  });
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}
