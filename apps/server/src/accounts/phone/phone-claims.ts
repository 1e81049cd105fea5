import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { refreshProjections } from '../../privacy/projections.ts';
import { writeAuditOf } from '../audit.ts';

/** What says in a person's row that their phone took a code. */
export function verifiedByCode(now: Date) {
  return { verified_at: now, verified_how: 'phone_code' as const, verified_by: null, verified_note: null };
}

/**
 * Takes a phone number from the account that has it, for the one who proved to own it. The account goes on without a number, and
 * without the mark; its owner is told and can state another.
 */
export async function claimPhone(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { phone, claimantId }: { readonly phone: string; readonly claimantId: string },
  now: Date,
): Promise<void> {
  const holder = await transaction
    .updateTable('users')
    .set({ phone: null, phone_claimed_at: now })
    .where('phone', '=', phone)
    .where('id', '<>', claimantId)
    .where('role', '=', 'teacher')
    .returning('id')
    .executeTakeFirst();
  if (holder === undefined) return;
  await refreshProjections(transaction, holder.id);
  await createNotices(transaction, [{ recipientId: holder.id, content: { kind: 'phone_claimed' } }], now);
  const entry = { actorId: claimantId, action: 'phone.claimed', subjectId: holder.id } as const;
  await writeAuditOf(transaction, request, entry, now);
}
