import type { Kysely } from 'kysely';
import { type Count, SharedCounter } from '../../platform/counters.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Mailer } from './mailer.ts';

/** Mails of the present second, of all processes. */
const counterOf = (db: Kysely<Database>) => new SharedCounter(db, 'mails', 1);

export function readMails(db: Kysely<Database>): Promise<Count> {
  return counterOf(db).read('all');
}

export async function countMails(db: Kysely<Database>, mails: number): Promise<void> {
  if (mails > 0) await counterOf(db).add('all', mails);
}

/** Counts the links that people wait for. They are sent at once, and leave fewer notices to their second. */
export function countedMailer(mailer: Mailer, db: Kysely<Database>): Mailer {
  return {
    ...mailer,
    send: async (mail) => {
      await countMails(db, 1);
      await mailer.send(mail);
    },
  };
}
