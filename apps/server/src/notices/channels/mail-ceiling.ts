import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SharedCounter } from '../../platform/counters.ts';
import type { Database } from '../../platform/database/tables.ts';

/**
 * Maximum numbers of mails to one mailbox within an hour, of one count of all its mails: notices wait first, then links that strangers may
 * have requested, for a new password or for the confirmation of the address. The last are left for a link that a device of the owner
 * requests.
 */
export const MAILS_AN_HOUR = { notices: 6, ofStrangers: 8, ofOwner: 10 } as const;
const HOUR = 3_600;
const DOMAINS_WITHOUT_DOTS = ['gmail.com', 'googlemail.com'];

/**
 * Returns the address under which the mails to a mailbox are counted: without `+tag`, and without the dots that Gmail ignores. Whoever
 * registers accounts with variants of an address reaches one mailbox.
 */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '');
  return DOMAINS_WITHOUT_DOTS.includes(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`;
}

/**
 * Counts a mail to a mailbox, and sends it.
 *
 * @param to.atMost Number of mails of the hour beyond which this one is not sent.
 * @returns milliseconds until the mailbox takes mails again, if it has had its mails of this hour; then nothing is sent.
 */
export async function mailWithinCeiling(
  db: Kysely<Database>,
  { address, atMost }: { address: string; atMost: number },
  send: () => Promise<void>,
): Promise<number | undefined> {
  const counter = new SharedCounter(db, 'mails-to', HOUR);
  // The table of counters contains no addresses.
  const key = createHash('sha256').update(mailboxKey(address)).digest('base64url');
  const { points, milliseconds } = await counter.add(key, 1);
  if (points > atMost) {
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
