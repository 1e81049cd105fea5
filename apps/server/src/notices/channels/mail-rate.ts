import type { Kysely } from 'kysely';
import { SharedCounter } from '../../platform/counters.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Mailer } from './mailer.ts';

/** Mails of the present second, of all processes. */
const counterOf = (db: Kysely<Database>) => new SharedCounter(db, 'mails', 1);

/**
 * Returns how many more notices may be mailed in the present second, of all processes, and the milliseconds until the next one. Links take at
 * most half of it, so that whoever asks for many links delays no urgent notice for long.
 */
export async function readRoom(
  db: Kysely<Database>,
  mailsPerSecond: number,
): Promise<{ room: number; milliseconds: number }> {
  const counter = counterOf(db);
  const [notices, links] = [await counter.read('notices'), await counter.read('links')];
  const room = mailsPerSecond - notices.points - Math.min(links.points, Math.floor(mailsPerSecond / 2));
  return { room, milliseconds: Math.max(notices.milliseconds, links.milliseconds) };
}

export async function countMails(
  db: Kysely<Database>,
  kind: 'notices' | 'links',
  mails: number,
): Promise<void> {
  if (mails > 0) await counterOf(db).add(kind, mails);
}

/** Counts the links that people wait for. They are sent at once, and leave fewer notices to their second. */
export function countedMailer(mailer: Mailer, db: Kysely<Database>): Mailer {
  return {
    ...mailer,
    send: async (mail) => {
      await countMails(db, 'links', 1);
      await mailer.send(mail);
    },
  };
}
