import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../../database/tables.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { writeAuditOf } from '../audit.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import { storePassword } from './store-password.ts';

interface ForgottenPassword {
  readonly user: Pick<UserRow, 'id' | 'password_hash' | 'phone'>;
  readonly password_hash: string;
  /** Channel by which the teacher proved their identity. */
  readonly by: 'sms' | 'email';
}

/** Replaces a forgotten password, ends every session, and notifies the teacher in case another person did it. */
export async function resetPassword(
  transaction: Transaction<Database>,
  keyedHash: KeyedHash,
  request: FastifyRequest,
  { user, password_hash, by }: ForgottenPassword,
  now: Date,
): Promise<void> {
  await storePassword(transaction, keyedHash, { user, password_hash }, now);
  await createNotices(transaction, [{ recipientId: user.id, content: { kind: 'password_reset', by } }], now);
  const details = { by };
  const entry = { actorId: user.id, action: 'account.password', subjectId: user.id, details } as const;
  await writeAuditOf(transaction, request, entry, now);
}
