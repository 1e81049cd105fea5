import { tooShortForAdministrator } from '@mutual-transfer/domain/accounts/credentials';
import type { PasswordChange, Session } from '@mutual-transfer/domain/accounts/user';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { writeAudit } from '../people/audit.ts';
import { findOwnAccount } from '../people/members.ts';
import { wrongField } from '../people/profile-columns.ts';
import type { UserRow } from '../platform/database/tables.ts';
import { refuseWeakPassword, storePassword, tellOfPassword } from './passwords.ts';
import { startSession } from './registration.ts';

/**
 * Verifies the current password that a caller typed to confirm a change, within the budget of such attempts.
 *
 * @throws {AppError} `rate_limited`; `validation_failed` at `field` for a missing or wrong password.
 */
export async function checkOwnPassword(
  { limits, passwords }: Dependencies,
  request: FastifyRequest,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  { field, password }: { field: string; password: string | undefined },
): Promise<void> {
  await limits.reserve(request, 'ownPassword', { subject: user.id });
  if (password === undefined) throw wrongField(field, 'password.needed');
  if (!(await passwords.verify(user.password_hash, password))) throw wrongField(field, 'password.wrong');
}

/** Changes the caller's own password, ends every session and starts a new one. */
export async function changePassword(
  dependencies: Dependencies,
  request: FastifyRequest,
  change: PasswordChange,
): Promise<Session> {
  const user = await replaceOwnPassword(dependencies, request, { ...change, action: 'account.password' });
  return startSession(dependencies, user);
}

/** Changes the caller's own password and ends every session. @param change with the action of the audit log. */
export async function replaceOwnPassword(
  dependencies: Dependencies,
  request: FastifyRequest,
  change: PasswordChange & { action: 'account.password' | 'admin.password' },
): Promise<Pick<UserRow, 'id' | 'password_hash'>> {
  const { db, passwords, keyedHash, now } = dependencies;
  const { currentPassword, newPassword, action } = change;
  const user = await findOwnAccount(db, signedIn(request).userId);
  const { id } = user;
  await checkOwnPassword(dependencies, request, user, {
    field: 'currentPassword',
    password: currentPassword,
  });
  refuseWeakPassword('newPassword', newPassword, user);
  const tooShort = user.role === 'admin' ? tooShortForAdministrator(newPassword) : undefined;
  if (tooShort) throw wrongField('newPassword', tooShort);
  if (user.password_is_temporary && newPassword === currentPassword)
    throw wrongField('newPassword', 'password.same');
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await storePassword(transaction, keyedHash, { user, password_hash }, now());
    await tellOfPassword(transaction, user, { by: 'owner', now: now() });
    await writeAudit(transaction, request, { action, subjectId: id }, now());
  });
  return { id, password_hash };
}
