import type { Transaction } from 'kysely';
import type { Database } from '../database/tables/schema.ts';
import { refreshProjections } from './projections.ts';

/** Phone number of a teacher, and another person who proved to own it. */
export interface PhoneClaim {
  readonly phone: string;
  readonly claimantId: string;
}

/** Returns the ids of the teachers who have the number, at most one. Their accounts are locked with that of the claimant. */
export async function findPhoneHolders(
  transaction: Transaction<Database>,
  { phone, claimantId }: PhoneClaim,
): Promise<string[]> {
  const holders = await transaction
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('id', '<>', claimantId)
    .where('role', '=', 'teacher')
    .execute();
  return holders.map(({ id }) => id);
}

/**
 * Removes a phone number from the teacher who has it, for the person who claims it. Also removes that teacher's verification. The caller has
 * locked the teachers of `findPhoneHolders`; no other one is changed.
 *
 * @returns the id of that teacher; `undefined` if none of them has the number now.
 */
export async function releasePhone(
  transaction: Transaction<Database>,
  { phone }: PhoneClaim,
  holders: readonly string[],
  now: Date,
): Promise<string | undefined> {
  if (holders.length === 0) return undefined;
  const holder = await transaction
    .updateTable('users')
    .set({ phone: null, phone_claimed_at: now })
    .where('phone', '=', phone)
    .where('id', 'in', holders)
    .returning('id')
    .executeTakeFirst();
  if (holder !== undefined) await refreshProjections(transaction, holder.id);
  return holder?.id;
}
