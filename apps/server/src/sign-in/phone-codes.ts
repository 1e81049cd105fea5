import { randomInt } from 'node:crypto';
import {
  PASSWORD_CODE_DIGITS,
  PASSWORD_CODE_TRIES,
  PASSWORD_CODE_TRIES_OF_ALL,
  PASSWORD_LINK_MINUTES,
} from '@mutual-transfer/domain/accounts/password-link';
import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import {
  PHONE_CODE_MINUTES,
  PHONE_CODE_TRIES,
  PHONE_CODE_TRIES_OF_ALL,
} from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Dependencies } from '../dependencies.ts';
import { provenContact } from '../notices/former-contact.ts';
import { createNotices } from '../notices/notices.ts';
import { writeAuditOf } from '../people/audit.ts';
import { type ClaimedPhone, findOwnAccount, releasePhone } from '../people/members.ts';
import { SharedCounter } from '../platform/counters.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import { addressKeys } from '../platform/limits.ts';
import type { PaidGroup } from '../platform/paid-messages.ts';
import { sendCode } from './send-code.ts';
import { takenBackIfRefused } from './sms.ts';

interface CodeDependencies {
  db: Kysely<Database>;
  keyedHash: KeyedHash;
}

/** Purpose of a code. A code that was sent for another purpose is refused. */
interface CodePurpose {
  name: string;
  /** Form field at which a wrong code is reported. */
  field: 'phoneCode' | 'code';
  digits: number;
  minutes: number;
  /** Maximum number of attempts of all callers, after which the code is invalid. */
  tries: number;
  /** Maximum number of attempts of one account, or of one address without an account. */
  triesOfCaller: number;
}

/**
 * Purpose of a code for a form: registration or profile change. Wrong attempts of other callers do not use up the attempts of the phone's
 * owner.
 */
export const verification: CodePurpose = {
  name: '',
  field: 'phoneCode',
  digits: 6,
  minutes: PHONE_CODE_MINUTES,
  tries: PHONE_CODE_TRIES_OF_ALL,
  triesOfCaller: PHONE_CODE_TRIES,
};

/** Returns the purpose of a code that an account requests for its own phone number. No other account can try the code. */
export function ownVerification(userId: string): CodePurpose {
  return { ...verification, name: `account ${userId} `, tries: PHONE_CODE_TRIES };
}

/**
 * Purpose of a code for a new password, which gives access to an account. With 25 codes a day and fifteen attempts each, guessing succeeds
 * with a probability of about 1 in 250,000 a day.
 */
export const newPasswordCode: CodePurpose = {
  name: 'new password of ',
  field: 'code',
  digits: PASSWORD_CODE_DIGITS,
  minutes: PASSWORD_LINK_MINUTES,
  tries: PASSWORD_CODE_TRIES_OF_ALL,
  triesOfCaller: PASSWORD_CODE_TRIES,
};

/**
 * Stores a new code for a phone, which replaces the previous one, whether or not an account has the number. The code is sent after the
 * response: the provider may be slow, and the call has a turn among all writes. The response says that the code can be requested again.
 *
 * @param group Group in which the message counts, besides `all`.
 * @returns the code if it is shown instead of sent, else the id under which its arrival is stored.
 * @throws {AppError} `no_sms_provider`.
 */
export async function sendPhoneCode(
  {
    db,
    keyedHash,
    sms,
    paidMessages,
    background,
  }: CodeDependencies & Pick<Dependencies, 'sms' | 'paidMessages' | 'background'>,
  purpose: CodePurpose,
  {
    phone,
    userId,
    group,
    language,
  }: { phone: string; userId?: string; group: PaidGroup; language: Language },
): Promise<Omit<PhoneCodeSent, 'message'>> {
  if (sms === undefined) throw new AppError('no_sms_provider');
  const code = await makeCode({ db, keyedHash }, purpose, phone);
  if (sms.isSandbox) return { sandboxCode: code };
  const id = newId();
  await paidMessages.count(group);
  background(() =>
    takenBackIfRefused(paidMessages, group, () => sendCode(sms, { id, userId, phone, code, language })),
  );
  return { id };
}

/** An attempt at a code. */
interface Try {
  phone: string;
  code: string;
  caller: Caller;
}

/** The account that tries a code, or the address of a visitor. */
type Caller = { userId: string } | { address: string };

/** Stores a new code for a phone and a purpose, which replaces the previous one. */
export async function makeCode(
  { db, keyedHash }: CodeDependencies,
  { name, digits, minutes }: CodePurpose,
  phone: string,
): Promise<string> {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const of = name + phone;
  // Uses the clock of the database, like the limits, so that a wrong clock of a server does not extend a code.
  await sql`
    insert into phone_codes (phone_seal, code_seal, expires_at)
    values (${keyedHash(of)}, ${codeHash(keyedHash, of, code)}, clock_timestamp() + ${minutes} * interval '1 minute')
    on conflict (phone_seal) do update
      set code_seal = excluded.code_seal, tries = 0, expires_at = excluded.expires_at`.execute(db);
  return code;
}

/** Deletes the code that was sent to a phone for a purpose. */
export async function forgetCode(
  { db, keyedHash }: CodeDependencies,
  { name }: CodePurpose,
  phone: string,
): Promise<void> {
  await sql`delete from phone_codes where phone_seal = ${keyedHash(name + phone)}`.execute(db);
}

/** A sent code, as stored. */
interface SentCode extends Pick<CodePurpose, 'field'> {
  phoneHash: string;
  codeHash: string;
}

/**
 * Counts an attempt of the caller and of all callers, and returns the code if it is correct. `spendCode` deletes it in the transaction of
 * the form, so the code stays valid if that transaction fails.
 *
 * @throws {AppError} `validation_failed` at the field of the purpose.
 */
export async function tryCode(
  dependencies: CodeDependencies,
  purpose: CodePurpose,
  { phone, code, caller }: Try,
): Promise<SentCode> {
  if (!(await mayTry(dependencies, purpose, phone, caller))) throw wrongCode(purpose);
  const { db, keyedHash } = dependencies;
  const { name, field, minutes, tries } = purpose;
  const of = name + phone;
  const phoneHash = keyedHash(of);
  // Counts before it compares, so that parallel guesses count.
  const { rows } = await sql<{ code_seal: string }>`
    update phone_codes set tries = tries + 1
    where phone_seal = ${phoneHash} and tries < ${tries} and expires_at > clock_timestamp()
      and expires_at <= clock_timestamp() + ${minutes} * interval '1 minute'
    returning code_seal`.execute(db);
  const sent = rows[0]?.code_seal;
  if (sent !== codeHash(keyedHash, of, code)) throw wrongCode(purpose);
  return { field, phoneHash, codeHash: sent };
}

/**
 * Counts an attempt of a caller at the latest code. Attempts beyond the caller's maximum do not count towards the maximum of all callers.
 */
async function mayTry(
  { db, keyedHash }: CodeDependencies,
  { name, minutes, triesOfCaller }: CodePurpose,
  phone: string,
  caller: Caller,
): Promise<boolean> {
  const sent = await db
    .selectFrom('phone_codes')
    .select('code_seal')
    .where('phone_seal', '=', keyedHash(name + phone))
    .executeTakeFirst();
  if (sent === undefined) return false;
  const tries = new SharedCounter(db, 'code-tries', minutes * 60);
  const { points } = await tries.add(`${sent.code_seal} ${keyOf(caller)}`, 1);
  return points <= triesOfCaller;
}

/**
 * Returns the key under which the attempts of a caller are counted. An IPv6 address counts by its /48, because one caller may control all
 * of it.
 */
function keyOf(caller: Caller): string | undefined {
  return 'userId' in caller ? caller.userId : addressKeys(caller.address).at(-1)?.key;
}

/**
 * Deletes a code that was tried. Call it as the first statement of the transaction, so that all transactions take their locks in one order.
 *
 * @throws {AppError} `validation_failed` at the field of its purpose if another call has already used the code.
 */
export async function spendCode(
  transaction: Transaction<Database>,
  { field, phoneHash, codeHash }: SentCode,
): Promise<void> {
  const used = await transaction
    .deleteFrom('phone_codes')
    .where('phone_seal', '=', phoneHash)
    .where('code_seal', '=', codeHash)
    .executeTakeFirst();
  if (used.numDeletedRows === 0n) throw wrongCode({ field });
}

function codeHash(keyedHash: KeyedHash, of: string, code: string): string {
  return keyedHash(`code ${code} for ${of}`);
}

export function wrongCode({ field }: Pick<CodePurpose, 'field'>): AppError {
  return new AppError('validation_failed', { fields: { [field]: 'phoneCode.wrong' } });
}

/** Returns the columns of a person whose phone was verified by a code. */
export function verifiedByCode(now: Date) {
  return {
    verified_at: now,
    verified_how: 'phone_code' as const,
    verified_by: null,
    verified_note: null,
    phone_set_by_office: false,
  };
}

/**
 * Removes a phone number from the account that has it, for a person who proved to own it. The account continues without a phone number and
 * without verification. Its owner is notified and can enter another number.
 *
 * @param holders Teachers whom the transaction has locked for the claim.
 */
export async function claimPhone(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { claim, holders }: { claim: ClaimedPhone; holders: readonly string[] },
  now: Date,
): Promise<void> {
  const { claimantId } = claim;
  const holderId = await releasePhone(transaction, claim, holders, now);
  if (holderId === undefined) return;
  // The number belongs to the claimant now, so only the mailbox is told.
  const { email } = provenContact(await findOwnAccount(transaction, holderId));
  const former = email === undefined ? {} : { email };
  const content = { kind: 'phone_claimed' } as const;
  await createNotices(transaction, [{ recipientId: holderId, content, former }], now);
  const entry = { actorId: claimantId, action: 'phone.claimed', subjectId: holderId } as const;
  await writeAuditOf(transaction, request, entry, now);
}
