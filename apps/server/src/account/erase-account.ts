import type { FastifyRequest } from 'fastify';
import { endForAccount, lockAgreementsOf } from '../agreements/endings.ts';
import type { Dependencies } from '../dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { eraseFromPlans } from '../matching/plans/stored-rings.ts';
import { eraseAdministrator } from '../people/administrators.ts';
import { eraseMember, findOwnAccount } from '../people/members.ts';
import { checkOwnPassword } from '../sign-in/change-password.ts';
import { lockOrdersOf } from './change-teacher.ts';

/**
 * Erases the caller's account and everything that belongs to it. Payment records and the audit log stay, without personal data.
 *
 * @throws {AppError} `validation_failed` for a wrong password; `last_administrator`.
 */
export async function eraseAccount(
  dependencies: Dependencies,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { db, now } = dependencies;
  const { userId } = signedIn(request);
  const user = await findOwnAccount(db, userId);
  await checkOwnPassword(dependencies, request, user, { field: 'password', password });
  await db.transaction().execute(async (transaction) => {
    if (user.role === 'admin') return eraseAdministrator(transaction, userId);
    await lockOrdersOf(transaction, userId);
    const agreements = await lockAgreementsOf(transaction, [userId]);
    await endForAccount(transaction, agreements, userId, now());
    await eraseMember(transaction, userId);
    await eraseFromPlans(transaction, new Set([userId]));
  });
}
