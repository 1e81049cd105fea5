import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Database, UserRow } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import type { MessageChannel } from '../../limits/limit-policies.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { endSessions } from '../../sessions/end-sessions.ts';
import { writeAuditOf } from '../audit.ts';

/**
 * Stores a new password in place of the one that was verified.
 *
 * @throws {AppError} `conflict` when another change came first.
 */
export async function replacePassword(
  transaction: Transaction<Database>,
  verified: Pick<UserRow, 'id' | 'password_hash'>,
  password_hash: string,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', verified.id)
    .where('password_hash', '=', verified.password_hash)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('conflict'));
}

interface ForgottenPassword {
  readonly user: Pick<UserRow, 'id' | 'password_hash'>;
  readonly password_hash: string;
  /** How the teacher showed who they are. */
  readonly by: MessageChannel;
}

/** Stores a new password in place of a forgotten one, ends every session, and tells the teacher: it may have been another person. */
export async function resetPassword(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { user, password_hash, by }: ForgottenPassword,
  now: Date,
): Promise<void> {
  await replacePassword(transaction, user, password_hash);
  await endSessions(transaction, user.id, now);
  await createNotices(transaction, [{ recipientId: user.id, content: { kind: 'password_reset', by } }], now);
  const details = { by };
  const entry = { actorId: user.id, action: 'account.password', subjectId: user.id, details } as const;
  await writeAuditOf(transaction, request, entry, now);
}
