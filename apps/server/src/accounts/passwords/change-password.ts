import type { PasswordChange, Session } from '@mutual-transfer/domain/accounts/user';
import type { FastifyRequest } from 'fastify';
import type { UserRow } from '../../database/tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { findOwnAccount } from '../../members/accounts.queries.ts';
import { writeAudit } from '../audit.ts';
import { startSession } from '../registration/auth.service.ts';
import { checkOwnPassword } from './own-password.ts';
import { refuseWeakPassword } from './passwords.ts';
import { storePassword } from './store-password.ts';

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
  change: PasswordChange & { readonly action: 'account.password' | 'admin.password' },
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
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await storePassword(transaction, keyedHash, { user, password_hash }, now());
    await writeAudit(transaction, request, { action, subjectId: id }, now());
  });
  return { id, password_hash };
}
