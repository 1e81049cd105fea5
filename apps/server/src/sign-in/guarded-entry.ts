import { randomInt } from 'node:crypto';
import type { Captcha } from '@mutual-transfer/domain/accounts/security-check';
import type { Login, Registration, Session } from '@mutual-transfer/domain/accounts/user';
import { CAPTCHA_LIFETIME } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import { validate as isUuid, v7 as newId } from 'uuid';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError, toAppError } from '../platform/errors.ts';
import { counted, type Limits, type UndoReservation } from '../platform/limits.ts';
import type { PaidGroup } from '../platform/paid-messages.ts';
import { findAmong, logIn, register } from './registration.ts';
import { accountsOfDevice } from './sessions-of-account.ts';

/** Body of a form that visitors send. It contains a proof of work if the server required one. */
interface Form {
  proof?: string | undefined;
}

/**
 * Registers after the security check, within the budgets of registration. Only created accounts count, and the first 300 of an address and
 * day need no proof of work.
 */
export async function guardedRegistration(
  dependencies: Dependencies,
  request: FastifyRequest<{ Body: Registration }>,
): Promise<Session> {
  const { db, limits, now } = dependencies;
  const { body } = request;
  const isFree = await limits.isFree(request, 'registration');
  const isTrusted = isFree && !(await failsLikeScript(limits, request, body.email));
  await admit(dependencies, request, body, isTrusted);
  return withCaptcha(db, body, now(), () =>
    counted(limits.reserve(request, 'registration', { isProved: !isFree }), () =>
      register(dependencies, request, body),
    ),
  ).catch(async (error: unknown) => {
    if (isContactTaken(error)) await countTaken(dependencies, request, body.email);
    throw error;
  });
}

/** Returns true for an error that reveals that another account has the email or phone number of the form. */
export function isContactTaken(error: unknown): boolean {
  const { code } = toAppError(error);
  return code === 'email_taken' || code === 'phone_taken';
}

/**
 * Counts a response that reveals that an email or phone number is taken.
 *
 * @param email Email address of the account that the caller creates or has; the response counts as a failure under it.
 */
export async function countTaken(
  { limits }: Dependencies,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  await countFailure(limits, request, email);
  await limits.reserve(request, 'taken');
}

/** Signs in after the security check, within the budgets of guesses. Only wrong passwords count. */
export async function guardedLogin(
  dependencies: Dependencies,
  request: FastifyRequest<{ Body: Login }>,
): Promise<Session> {
  const { db, limits, now } = dependencies;
  const { body } = request;
  // Wrong passwords are counted by the contact in the form, however it is written. The email and the phone of an account are counted
  // separately: a common count would show which phone number belongs to which email address.
  const subject = body.email;
  const device = await findAmong(db, await accountsOfDevice(dependencies, request), subject);
  const isTrusted = device !== undefined || !(await failsLikeScript(limits, request, subject));
  await admit(dependencies, request, body, isTrusted);
  return withCaptcha(db, body, now(), async () => {
    // Wrong passwords from other devices, even behind the same address, do not use up the attempts of a known device.
    const takeBack = await limits.reserve(request, 'login', { subject, device });
    const session = await logIn(dependencies, request, body).catch(async (error: unknown) => {
      if (toAppError(error).code === 'credentials_wrong') await countFailure(limits, request, subject);
      else await takeBack();
      throw error;
    });
    await takeBack();
    return session;
  });
}

/**
 * Admits a code or link to a phone or mailbox that a visitor names, after the security check and within the budgets of its channel. Beyond
 * thirty an hour from an address, or beyond the day's total of paid messages, it needs a proof of work. A device that signed in to the account that has proven this contact has its own budget, so
 * that strangers cannot use up the codes of a teacher.
 *
 * @returns whose budget was used: that of a device which signed in to the account of the recipient, or that of strangers.
 */
export async function guardMessage(
  dependencies: Dependencies,
  request: FastifyRequest,
  body: Form & Parameters<typeof useCaptcha>[1],
  { channel, recipient, paid = [] }: { channel: 'sms' | 'email'; recipient: string; paid?: PaidGroup[] },
): Promise<'device' | 'stranger'> {
  const { db, limits, paidMessages, now } = dependencies;
  const known = await findAmong(db, await accountsOfDevice(dependencies, request), recipient);
  // Any account can state the number or mailbox of another person.
  const account = known !== undefined && (await isProven(db, known, channel)) ? known : undefined;
  // The owner gets codes also when strangers used up the total of all.
  const groups = account === undefined ? paid : paid.filter((group) => group !== 'all');
  const isCheap = (await paidMessages.admit(groups)) === 'open';
  const isFree = isCheap && (await limits.isFree(request, 'messages'));
  const isTrusted = account !== undefined || isFree;
  await admit(dependencies, request, body, isTrusted);
  await useCaptcha(db, body, now());
  if (account === undefined) await limits.reserve(request, 'messages', { isProved: !isFree });
  await limits.reserve(request, 'messagesToRecipient', { subject: recipient, device: account });
  return account === undefined ? 'stranger' : 'device';
}

/** Returns true if the account has proven by a code or a link that its phone number or mailbox is its own. */
async function isProven(db: Kysely<Database>, userId: string, channel: 'sms' | 'email'): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select(['verified_how', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return channel === 'sms' ? found?.verified_how === 'phone_code' : Boolean(found?.email_confirmed_at);
}

/** Admits a code that an account requests for its own number. Beyond the day's total of such codes it needs a proof of work. */
export async function guardOwnCode(
  dependencies: Dependencies,
  request: FastifyRequest,
  query: Form,
): Promise<void> {
  if ((await dependencies.paidMessages.admit(['all', 'own'])) === 'dear')
    await requireProof(dependencies, request, query);
}

/** Makes a complaint of a visitor after the security check. Beyond ten a day from an address it needs a proof of work. */
export async function guardedComplaint<Result>(
  dependencies: Dependencies,
  request: FastifyRequest,
  body: Form & Parameters<typeof useCaptcha>[1],
  work: () => Promise<Result>,
): Promise<Result> {
  const { db, limits, now } = dependencies;
  const isFree = await limits.isFree(request, 'complaints');
  await admit(dependencies, request, body, isFree);
  await useCaptcha(db, body, now());
  return counted(limits.reserve(request, 'complaints', { isProved: !isFree }), work);
}

/** Admits a request for a security check. Beyond its budget it needs a proof of work. @returns true if it brought one. */
export async function guardCaptcha(
  dependencies: Dependencies,
  request: FastifyRequest,
  query: Form,
): Promise<boolean> {
  // A proof that was asked for counts, even if another process still has room.
  if ((await isWithin(dependencies, request, 'captcha')) && query.proof === undefined) return false;
  await requireProof(dependencies, request, query);
  return true;
}

/** Admits a request for the task of a proof of work. */
export async function guardChallenge(dependencies: Dependencies, request: FastifyRequest): Promise<void> {
  const { limits } = dependencies;
  const [device] = await accountsOfDevice(dependencies, request);
  await limits.reserve(request, 'challenge', { device });
}

/** Admits a browser that sends a proof of work, so that its reads no longer count in the ceiling of its address. */
export async function guardBrowser(
  dependencies: Dependencies,
  request: FastifyRequest,
  body: Form,
): Promise<void> {
  await guardChallenge(dependencies, request);
  await requireProof(dependencies, request, body);
}

/** Admits a form that contains a code or link that was sent. Beyond its budget it needs a proof of work. */
export function guardEntry(dependencies: Dependencies, request: FastifyRequest, body: Form): Promise<void> {
  return admit(dependencies, request, body, true);
}

/**
 * Counts a well-formed form in the budget of its device or address. Requires a proof of work from untrusted callers, and beyond the budget,
 * instead of refusing others behind the address; a security check that cost one is enough. The security check is not used up, so the same
 * answer can be sent again with the proof.
 */
async function admit(
  dependencies: Dependencies,
  request: FastifyRequest,
  body: Form & { captchaToken?: string },
  isTrusted: boolean,
): Promise<void> {
  const isLeft = await isWithin(dependencies, request, 'entry');
  if (isLeft && isTrusted) return;
  if (!(await isProved(dependencies, body))) await requireProof(dependencies, request, body);
}

/** Returns true if the security check of a form cost a proof of work. */
async function isProved({ db }: Dependencies, { captchaToken }: { captchaToken?: string }): Promise<boolean> {
  if (captchaToken === undefined || !isUuid(captchaToken)) return false;
  const check = await db
    .selectFrom('captchas')
    .select('is_proved')
    .where('token', '=', captchaToken)
    .executeTakeFirst();
  return check?.is_proved === true;
}

/**
 * Counts a call in the budget of its device or address. Returns true if the budget is not exceeded. A device that signed in before has its
 * own budget, which other devices behind its address do not use up.
 */
async function isWithin(
  dependencies: Dependencies,
  request: FastifyRequest,
  budget: 'captcha' | 'entry',
): Promise<boolean> {
  const { limits } = dependencies;
  const [device] = await accountsOfDevice(dependencies, request);
  return (await reserveIfLeft(limits.reserve(request, budget, { device }))) !== undefined;
}

/** Returns `undefined` instead of rejecting if the budget is exceeded. */
async function reserveIfLeft(reserved: Promise<UndoReservation>): Promise<UndoReservation | undefined> {
  return reserved.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'rate_limited') return undefined;
    throw error;
  });
}

/** Counts events that a script causes more often than a person: wrong passwords, and registrations with a taken email or phone. */
async function countFailure(limits: Limits, request: FastifyRequest, email: string): Promise<void> {
  await limits.note(request, 'failures', { subject: email });
}

function failsLikeScript(limits: Limits, request: FastifyRequest, email: string): Promise<boolean> {
  return limits.isSpent(request, 'failures', { subject: email });
}

/** @throws {AppError} `proof_needed` without a valid, unused proof of work. */
async function requireProof(
  { limits, proofs, now }: Dependencies,
  request: FastifyRequest,
  { proof }: Form,
): Promise<void> {
  const subject = proof === undefined ? undefined : await proofs.read(proof, now());
  const used = subject && (await reserveIfLeft(limits.reserve(request, 'proof', { subject })));
  if (!used) throw new AppError('proof_needed');
}

/** Creates a sum or difference of small numbers. The answer is stored on the server for five minutes. */
export async function createCaptcha(
  db: Kysely<Database>,
  { language, isProved }: { language: Language; isProved: boolean },
  now: Date,
): Promise<Captcha> {
  const [smaller = 1, larger = 1] = [randomInt(1, 11), randomInt(1, 11)].sort((a, b) => a - b);
  const isSum = randomInt(2) === 0;
  const token = newId();
  const expires_at = new Date(now.getTime() + CAPTCHA_LIFETIME);
  await db
    .insertInto('captchas')
    .values({
      ...{ token, answer: isSum ? larger + smaller : larger - smaller },
      ...{ is_proved: isProved, expires_at },
    })
    .execute();
  const key = isSum ? 'captcha.sum' : 'captcha.difference';
  return { token, question: messagesIn(language)(key, { first: larger, second: smaller }) };
}

/**
 * Does the work of a form after its security check. Work that the busy server refused leaves the check usable, so that the same form can be
 * sent again.
 */
async function withCaptcha<Result>(
  db: Kysely<Database>,
  body: Parameters<typeof useCaptcha>[1],
  now: Date,
  work: () => Promise<Result>,
): Promise<Result> {
  const used = await useCaptcha(db, body, now);
  return work().catch(async (error: unknown) => {
    if (toAppError(error).code === 'unavailable') await db.insertInto('captchas').values(used).execute();
    throw error;
  });
}

/** Uses up a captcha with one attempt, right or wrong. @returns its row. @throws {AppError} `captcha_failed` unless the answer is right. */
async function useCaptcha(
  db: Kysely<Database>,
  { captchaToken, captchaAnswer }: { captchaToken: string; captchaAnswer: string },
  now: Date,
): Promise<Selectable<Database['captchas']>> {
  const used = isUuid(captchaToken)
    ? await db.deleteFrom('captchas').where('token', '=', captchaToken).returningAll().executeTakeFirst()
    : undefined;
  const isRight =
    used !== undefined &&
    used.expires_at > now &&
    /^-?\d{1,4}$/.test(captchaAnswer) &&
    Number(captchaAnswer) === used.answer;
  if (!isRight) throw new AppError('captcha_failed', { fields: { captchaAnswer: 'error.captcha_failed' } });
  return used;
}
