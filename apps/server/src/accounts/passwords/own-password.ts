import type { FastifyRequest } from 'fastify';
import type { UserRow } from '../../database/tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { wrongField } from '../profile/profile-columns.ts';

/**
 * Verifies the current password that a caller typed to confirm a change, within the budget of such attempts.
 *
 * @throws {AppError} `rate_limited`; `validation_failed` at `field` for a missing or wrong password.
 */
export async function checkOwnPassword(
  { limits, passwords }: Dependencies,
  request: FastifyRequest,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  { field, password }: { readonly field: string; readonly password: string | undefined },
): Promise<void> {
  await limits.reserve(request, 'ownPassword', { subject: user.id });
  if (password === undefined) throw wrongField(field, 'password.needed');
  if (!(await passwords.verify(user.password_hash, password))) throw wrongField(field, 'password.wrong');
}
