import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { endForAccount, lockAgreementsOf } from '../agreements/endings.ts';
import type { Dependencies } from '../dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { eraseFromPlans } from '../matching/plans/stored-rings.ts';
import { eraseAdministrator } from '../people/administrators.ts';
import { type Erasing, eraseMember, findOwnAccount } from '../people/members.ts';
import type { Database } from '../platform/database/tables.ts';
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
  const { db } = dependencies;
  const { userId } = signedIn(request);
  const user = await findOwnAccount(db, userId);
  await checkOwnPassword(dependencies, request, user, { field: 'password', password });
  await db.transaction().execute(async (transaction) => {
    if (user.role === 'admin') await eraseAdministrator(transaction, userId, dependencies);
    else {
      await eraseTeacher(transaction, userId, dependencies);
      await eraseFromPlans(transaction, new Set([userId]));
    }
  });
}

/**
 * Erases a teacher's account and everything that belongs to it, and ends the teacher's proposals and agreements. The caller removes the
 * teacher from the plans.
 *
 * @param isDue Decides once the account is locked. If it returns false, nothing is erased.
 * @returns true if the account was erased.
 */
export async function eraseTeacher(
  transaction: Transaction<Database>,
  id: string,
  erasing: Erasing,
  isDue: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  await lockOrdersOf(transaction, id);
  const agreements = await lockAgreementsOf(transaction, [id]);
  if (!(await isDue())) return false;
  await endForAccount(transaction, agreements, id, erasing.now());
  await eraseMember(transaction, id, erasing);
  return true;
}
