import type { PasswordByCode } from '@mutual-transfer/domain/accounts/password-link';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { newPassword as purpose, spendCode, tryCode, wrongCode } from '../phone/phone-codes.ts';
import type { SmsSender } from '../phone/sms/sms-sender.ts';
import { refuseWeakPassword } from './passwords.ts';
import { resetPassword } from './reset-password.ts';

/**
 * Sends a code to a new password to a phone whose owner proved to have it. Runs after the answer, which says and takes the same for every
 * other number.
 */
export async function sendPasswordCode(
  db: Kysely<Database>,
  sms: SmsSender,
  { phone, code }: { readonly phone: string; readonly code: string },
): Promise<void> {
  if (await findByProvedPhone(db, phone)) await sms.sendCode(phone, code);
}

/**
 * Gives the teacher who has the phone a new password, once: see `resetPassword`.
 *
 * @throws {AppError} `validation_failed` at `code` for one that is wrong, was used or replaced, is too old, or was tried too often, and for a
 * weak password, which costs a try and does not use the code up.
 */
export async function usePasswordCode(
  dependencies: AccountDependencies,
  request: FastifyRequest,
  { phone, code, newPassword }: PasswordByCode,
): Promise<void> {
  const { db, passwords, now } = dependencies;
  const sent = await tryCode(dependencies, purpose, { phone, code, caller: { address: request.ip } });
  // Only after the code: whether an account has the number is told to the one who has the phone.
  const user = sent && (await findByProvedPhone(db, phone));
  if (sent === undefined || user === undefined) throw wrongCode('code');
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    if (!(await spendCode(transaction, sent))) throw wrongCode('code');
    await resetPassword(transaction, request, { user, password_hash, by: 'sms' }, now());
  });
}

/**
 * The teacher who proved by a code to have that phone. A number that was only stated may be a stranger's, and the mark of an administrator
 * speaks of papers and not of the phone.
 */
function findByProvedPhone(db: Kysely<Database>, phone: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('phone', '=', phone)
    .where('verified_how', '=', 'phone_code')
    .where('role', '=', 'teacher')
    .where('is_active', '=', true)
    .executeTakeFirst();
}
