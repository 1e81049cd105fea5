import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SharedCounter } from '../../platform/counters.ts';
import type { Database } from '../../platform/database/tables.ts';

/** Maximum number of mails to one mailbox within an hour, those for a new password and for its confirmation included. */
export const MAILS_AN_HOUR = 10;
const HOUR = 3_600;

/**
 * Counts a mail to a mailbox, and sends it.
 *
 * @returns milliseconds until the mailbox takes mails again, if it has had its mails of this hour; then nothing is sent.
 */
export async function mailWithinCeiling(
  db: Kysely<Database>,
  address: string,
  send: () => Promise<void>,
): Promise<number | undefined> {
  const counter = new SharedCounter(db, 'mails-to', HOUR);
  // The table of counters contains no addresses.
  const key = createHash('sha256').update(address).digest('base64url');
  const { points, milliseconds } = await counter.add(key, 1);
  if (points > MAILS_AN_HOUR) {
    await counter.add(key, -1);
    return milliseconds;
  }
  try {
    await send();
    return undefined;
  } catch (error) {
    await counter.add(key, -1);
    throw error;
  }
}
