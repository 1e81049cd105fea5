import { randomInt } from 'node:crypto';
import {
  PASSWORD_CODE_DIGITS,
  PASSWORD_CODE_TRIES,
  PASSWORD_CODE_TRIES_OF_ALL,
  PASSWORD_LINK_MINUTES,
} from '@mutual-transfer/domain/accounts/password-link';
import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import { PHONE_CODE_MINUTES, PHONE_CODE_TRIES } from '@mutual-transfer/domain/constants';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { addressKeys } from '../../limits/address-keys.ts';
import { SharedCounter } from '../../limits/shared-counter.ts';
import type { Seal } from '../keyed-hash.ts';
import type { SmsSender } from './sms/sms-sender.ts';

interface CodeDependencies {
  readonly db: Kysely<Database>;
  readonly seal: Seal;
}

/** What a code opens. One that was sent for something else opens nothing. */
interface CodePurpose {
  readonly name: string;
  readonly digits: number;
  readonly minutes: number;
  readonly tries: number;
  /** How many of them one address has, where that is less. */
  readonly triesOfAddress?: number;
}

const verification: CodePurpose = {
  name: '',
  digits: 6,
  minutes: PHONE_CODE_MINUTES,
  tries: PHONE_CODE_TRIES,
};

/** Guessed, it opens an account: 25 codes a day of fifteen tries each find one of 250,000 in a day. */
export const newPassword: CodePurpose = {
  name: 'new password of ',
  digits: PASSWORD_CODE_DIGITS,
  minutes: PASSWORD_LINK_MINUTES,
  tries: PASSWORD_CODE_TRIES_OF_ALL,
  triesOfAddress: PASSWORD_CODE_TRIES,
};

/** What the caller is told of a code that was asked for: the code itself only where it is shown instead of sent. */
export function codeSent(message: string, sandboxCode: string | undefined): PhoneCodeSent {
  return sandboxCode === undefined ? { message } : { message, sandboxCode };
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
  const code = await makeCode({ db, seal }, verification, phone);
  await sms.sendCode(phone, code);
  return sms.isSandbox ? code : undefined;
}

/**
 * Counts a try at the code that verifies a phone; five wrong ones end it. `spendPhoneCode` uses a right one up, in the transaction of what
 * it is for: where that fails, the code is still good for another try.
 *
 * @throws {AppError} `validation_failed` at `phoneCode`.
 */
export async function tryPhoneCode(
  dependencies: CodeDependencies,
  phone: string,
  code: string,
): Promise<SentCode> {
  const sent = await tryCode(dependencies, verification, phone, code);
  if (sent === undefined) throw wrongCode('phoneCode');
  return sent;
}

/**
 * Uses up a code that was tried. The transaction does it first: of two that took rows in another order PostgreSQL would end one.
 *
 * @throws {AppError} `validation_failed` at `phoneCode` where another caller was first.
 */
export async function spendPhoneCode(transaction: Transaction<Database>, sent: SentCode): Promise<void> {
  if (!(await spendCode(transaction, sent))) throw wrongCode('phoneCode');
}

/** A new code for a phone, in place of the last one of that purpose. */
export async function makeCode(
  { db, seal }: CodeDependencies,
  { name, digits, minutes }: CodePurpose,
  phone: string,
): Promise<string> {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const of = name + phone;
  // By the clock of the database, as limits are counted: no clock of a server makes a code last.
  await sql`
    insert into phone_codes (phone_seal, code_seal, expires_at)
    values (${seal(of)}, ${codeSeal(seal, of, code)}, clock_timestamp() + ${minutes} * interval '1 minute')
    on conflict (phone_seal) do update
      set code_seal = excluded.code_seal, tries = 0, expires_at = excluded.expires_at`.execute(db);
  return code;
}

/** A code of that purpose on its way to a phone opens nothing any more. */
export async function forgetCode(
  { db, seal }: CodeDependencies,
  { name }: CodePurpose,
  phone: string,
): Promise<void> {
  await sql`delete from phone_codes where phone_seal = ${seal(name + phone)}`.execute(db);
}

/** A code that was sent, by what is stored of it. */
export interface SentCode {
  readonly phoneSeal: string;
  readonly codeSeal: string;
}

/** Counts a try, and tells the code where it is the right one: `spendCode` uses it up. */
export async function tryCode(
  { db, seal }: CodeDependencies,
  { name, minutes, tries }: CodePurpose,
  phone: string,
  code: string,
): Promise<SentCode | undefined> {
  const of = name + phone;
  const phoneSeal = seal(of);
  // Counted before it is compared, so that parallel guesses count.
  const { rows } = await sql<{ code_seal: string }>`
    update phone_codes set tries = tries + 1
    where phone_seal = ${phoneSeal} and tries < ${tries} and expires_at > clock_timestamp()
      and expires_at <= clock_timestamp() + ${minutes} * interval '1 minute'
    returning code_seal`.execute(db);
  const sent = rows[0]?.code_seal;
  return sent === codeSeal(seal, of, code) ? { phoneSeal, codeSeal: sent } : undefined;
}

/**
 * Counts a try at the code that was sent last, by the address that it comes from: an IPv6 address by its /48, of which one caller may have
 * the whole. It is asked before `tryCode`.
 *
 * @returns whether that address may try it.
 */
export async function mayTry(
  { db, seal }: CodeDependencies,
  { name, minutes, triesOfAddress = Number.POSITIVE_INFINITY }: CodePurpose,
  { phone, address }: { readonly phone: string; readonly address: string },
): Promise<boolean> {
  const sent = await db
    .selectFrom('phone_codes')
    .select('code_seal')
    .where('phone_seal', '=', seal(name + phone))
    .executeTakeFirst();
  if (sent === undefined) return false;
  const tries = new SharedCounter(db, 'code-tries', minutes * 60);
  const { points } = await tries.add(`${sent.code_seal} ${addressKeys(address).at(-1)?.key}`, 1);
  return points <= triesOfAddress;
}

/** Uses up a code. @returns whether it was there still. */
export async function spendCode(db: Kysely<Database>, { phoneSeal, codeSeal }: SentCode): Promise<boolean> {
  const used = await db
    .deleteFrom('phone_codes')
    .where('phone_seal', '=', phoneSeal)
    .where('code_seal', '=', codeSeal)
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

function codeSeal(seal: Seal, of: string, code: string): string {
  return seal(`code ${code} for ${of}`);
}

export function wrongCode(field: string): AppError {
  return new AppError('validation_failed', { fields: { [field]: 'phoneCode.wrong' } });
}

/** Deletes the codes whose time is over, by the clock of the database. */
export async function deleteExpiredCodes(db: Kysely<Database>): Promise<void> {
  await sql`delete from phone_codes where expires_at < clock_timestamp()`.execute(db);
}
