import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { type PhoneClaim, releasePhone } from '../../members/phone-holders.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { writeAuditOf } from '../audit.ts';

/** Returns the columns of a person whose phone was verified by a code. */
export function verifiedByCode(now: Date) {
  return { verified_at: now, verified_how: 'phone_code' as const, verified_by: null, verified_note: null };
}

/**
 * Removes a phone number from the account that has it, for a person who proved to own it. The account continues without a phone number and
 * without verification. Its owner is notified and can enter another number.
 *
 * @param holders Teachers whom the transaction has locked for the claim.
 */
export async function claimPhone(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { claim, holders }: { readonly claim: PhoneClaim; readonly holders: readonly string[] },
  now: Date,
): Promise<void> {
  const { claimantId } = claim;
  const holderId = await releasePhone(transaction, claim, holders, now);
  if (holderId === undefined) return;
  await createNotices(transaction, [{ recipientId: holderId, content: { kind: 'phone_claimed' } }], now);
  const entry = { actorId: claimantId, action: 'phone.claimed', subjectId: holderId } as const;
  await writeAuditOf(transaction, request, entry, now);
}
