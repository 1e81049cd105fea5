import type { PasswordByCode } from '@mutual-transfer/domain/accounts/password-link';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { newPassword as purpose, spendCode, tryCode, wrongCode } from '../phone/phone-codes.ts';
import { isUnanswered, type SmsSender } from '../phone/sms/sms-sender.ts';
import { findByProvedPhone } from './password-codes.queries.ts';
import { refuseWeakPassword } from './passwords.ts';
import { resetPassword } from './reset-password.ts';
import { sendWithAttempts } from './send-with-attempts.ts';

/**
 * Sends a code for a new password to a phone that its owner has verified. Runs after the response, which is the same and takes the same
 * time for every other number.
 */
export async function sendPasswordCode(
  db: Kysely<Database>,
  sms: SmsSender,
  { phone, code }: { readonly phone: string; readonly code: string },
): Promise<void> {
  if (!(await findByProvedPhone(db, phone))) return;
  await sendWithAttempts(
    () => sms.sendCode(phone, code),
    (error) => !isUnanswered(error),
  );
}

/**
 * Sets a new password for the teacher with this phone (`resetPassword`). A code works once.
 *
 * @throws {AppError} `validation_failed` at `code` if it is wrong, used, replaced, expired or tried too often; and for a weak password,
 *   which counts as an attempt and does not use up the code.
 */
export async function usePasswordCode(
  dependencies: Dependencies,
  request: FastifyRequest,
  { phone, code, newPassword }: PasswordByCode,
): Promise<void> {
  const { db, keyedHash, passwords, now } = dependencies;
  const sent = await tryCode(dependencies, purpose, { phone, code, caller: { address: request.ip } });
  // The account is looked up after the code is checked, so that only the owner of the phone learns whether an account has the number.
  const user = await findByProvedPhone(db, phone);
  if (user === undefined) throw wrongCode(purpose);
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await spendCode(transaction, sent);
    await resetPassword(transaction, keyedHash, request, { user, password_hash, by: 'sms' }, now());
  });
}
