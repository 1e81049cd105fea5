import { randomInt } from 'node:crypto';
import { PHONE_CODE_MINUTES, PHONE_CODE_TRIES } from '@mutual-transfer/domain/constants';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import type { Seal } from './seal.ts';
import type { SmsSender } from './sms/sms-sender.ts';

interface CodeDependencies {
  readonly db: Kysely<Database>;
  readonly seal: Seal;
}

/**
 * Sends a new code to a phone, in place of the last one: whether or not an account has that number, so that asking tells nothing.
 *
 * @returns the code where it is shown instead of sent.
 * @throws {AppError} `no_sms_provider`; `unavailable` when the provider did not take it.
 */
export async function sendPhoneCode(
  { db, seal, sms }: CodeDependencies & { readonly sms: SmsSender | undefined },
  phone: string,
): Promise<string | undefined> {
  if (sms === undefined) throw new AppError('no_sms_provider');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  // By the clock of the database, as limits are counted: no clock of a server makes a code last.
  await sql`
    insert into phone_codes (phone_seal, code_seal, expires_at)
    values (${seal(phone)}, ${codeSeal(seal, phone, code)}, clock_timestamp() + ${PHONE_CODE_MINUTES} * interval '1 minute')
    on conflict (phone_seal) do update
      set code_seal = excluded.code_seal, tries = 0, expires_at = excluded.expires_at`.execute(db);
  await sms.sendCode(phone, code);
  return sms.isSandbox ? code : undefined;
}

/** Uses up a code: once when it is right, and five wrong tries end it. @throws {AppError} `validation_failed` at `phoneCode`. */
export async function usePhoneCode(
  { db, seal }: CodeDependencies,
  phone: string,
  code: string,
): Promise<void> {
  // Counted before it is compared, so that parallel guesses count.
  const { rows } = await sql<{ code_seal: string }>`
    update phone_codes set tries = tries + 1
    where phone_seal = ${seal(phone)} and tries < ${PHONE_CODE_TRIES} and expires_at > clock_timestamp()
      and expires_at <= clock_timestamp() + ${PHONE_CODE_MINUTES} * interval '1 minute'
    returning code_seal`.execute(db);
  const sent = rows[0]?.code_seal;
  if (sent === undefined || sent !== codeSeal(seal, phone, code)) throw wrongCode();
  const used = await db
    .deleteFrom('phone_codes')
    .where('phone_seal', '=', seal(phone))
    .where('code_seal', '=', sent)
    .executeTakeFirst();
  if (used.numDeletedRows === 0n) throw wrongCode();
}

function codeSeal(seal: Seal, phone: string, code: string): string {
  return seal(`code ${code} for ${phone}`);
}

function wrongCode(): AppError {
  return new AppError('validation_failed', { fields: { phoneCode: 'phoneCode.wrong' } });
}
