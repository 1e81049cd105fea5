import type { Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';
import { refreshProjections } from './projections.ts';

/** Phone number, and the id of the person who proved to own it. */
export interface PhoneClaim {
  readonly phone: string;
  readonly claimantId: string;
}

/**
 * Returns the ids of the other teachers who have the phone number, at most one. The caller locks their accounts together with the
 * claimant's.
 */
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
 * Removes a phone number from the teacher who has it, because another person proved to own it. A trigger removes that teacher's
 * verification.
 *
 * @param holders Teachers whom the caller has locked (`findPhoneHolders`). No other teacher is changed.
 * @returns the id of the teacher who lost the number; `undefined` if none of `holders` has it any more.
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
