import type { PasswordChange, Session } from '@mutual-transfer/domain/accounts/user';
import type { FastifyRequest } from 'fastify';
import { signedIn } from '../../http/policy.ts';
import { findOwnAccount } from '../../members/accounts.queries.ts';
import { replacePassword } from '../../members/people.ts';
import { writeAudit } from '../audit.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { newPassword as codeToNewPassword, forgetCode } from '../phone/phone-codes.ts';
import { wrongField } from '../profile/profile-columns.ts';
import { startSession } from '../registration/auth.service.ts';
import { endSessions } from '../sessions-of-account.ts';
import { refuseWeakPassword } from './passwords.ts';

/** Changes the caller's own password, ends every session and starts a new one. */
export async function changePassword(
  dependencies: Pick<AccountDependencies, 'db' | 'keyedHash' | 'limits' | 'now' | 'passwords' | 'tokens'>,
  request: FastifyRequest,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Session> {
  const { userId } = signedIn(request);
  const { db, passwords, limits, keyedHash, now } = dependencies;
  const user = await findOwnAccount(db, userId);
  await limits.reserve(request, 'ownPassword', { subject: userId });
  if (!(await passwords.verify(user.password_hash, currentPassword))) {
    throw wrongField('currentPassword', 'password.wrong');
  }
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await replacePassword(transaction, user, password_hash);
    await endSessions(transaction, userId, now());
    if (user.phone !== null) await forgetCode({ db: transaction, keyedHash }, codeToNewPassword, user.phone);
    await writeAudit(transaction, request, { action: 'account.password', subjectId: userId }, now());
  });
  return startSession(dependencies, { id: userId, password_hash });
}
