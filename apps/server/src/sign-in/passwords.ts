import {
  isGuessablePassword,
  isPatternPassword,
  isPersonalPassword,
} from '@mutual-transfer/domain/accounts/credentials';
import { PASSWORD_MINIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import type { MessageKey } from '@mutual-transfer/domain/language/messages';
import { withLatinDigits } from '@mutual-transfer/domain/language/text';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import pLimit from 'p-limit';
import { provenContact } from '../notices/former-contact.ts';
import { createNotices } from '../notices/notices.ts';
import { writeAuditOf } from '../people/audit.ts';
import { type NewPassword, replacePassword } from '../people/members.ts';
import type { Database, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import { forgetCode, newPasswordCode } from './phone-codes.ts';
import { endSessions, forgetPasswordLinks } from './sessions-of-account.ts';

/** Hashes and verifies passwords outside the main thread, with a limit on concurrent work. */
export interface Passwords {
  hash: (password: string) => Promise<string>;
  /** A missing hash takes the same time and never matches, so that unknown accounts are not recognisable by time. */
  verify: (hashed: string | undefined, password: string) => Promise<boolean>;
}

/** Cost of a hash: memory in KiB, passes over it, and lanes. */
interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. Argon2id is the library's default algorithm. */
const recommended: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Half of the threads in Node's thread pool. */
const AT_ONCE = 2;
/** About twenty seconds of work on two cores, which is as long as a browser waits for an answer. */
const WAITING_AT_MOST = 500;
/** ASVS 5.0, 6.2.4 requires at least the 3,000 most common passwords. */
const COMMONEST = 3_000;

const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_MINIMUM_LENGTH)
    .slice(0, COMMONEST),
);

/** The dictionary contains no repetitions and sequences, which its authors leave to rules. */
function isCommonPassword(password: string): boolean {
  return common.has(withLatinDigits(password).toLowerCase()) || isPatternPassword(password);
}

/** @param cost Below the recommendation only for generated test accounts. */
export function createPasswords(cost = recommended): Passwords {
  const limit = pLimit(AT_ONCE);
  const decoy = hash('a password no account has', cost);
  const bounded = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= WAITING_AT_MOST) throw new AppError('unavailable', { retryAfterSeconds: 5 });
    return limit(work);
  };
  return {
    hash: (password) => bounded(() => hash(password, cost)),
    verify: (hashed, password) =>
      bounded(async () => {
        const isRight = await verify(hashed ?? (await decoy), password);
        return hashed !== undefined && isRight;
      }),
  };
}

interface PasswordOwner {
  email: string;
  phone: string | null;
  name: string;
}

/**
 * Returns the sentence about a new password that is one of the most common ones, the person's own data, or words of this product followed
 * by digits.
 */
export function weaknessOf(password: string, person: PasswordOwner): MessageKey | undefined {
  if (isCommonPassword(password)) return 'password.common';
  if (isPersonalPassword(password, person)) return 'password.personal';
  return isGuessablePassword(password, person) ? 'password.context' : undefined;
}

/**
 * Checks a new password.
 *
 * @param field the form field of the password.
 * @throws {AppError} `validation_failed` for a weak password.
 */
export function refuseWeakPassword(field: string, password: string, person: PasswordOwner): void {
  const weakness = weaknessOf(password, person);
  if (weakness) throw new AppError('validation_failed', { fields: { [field]: weakness } });
}

/**
 * Replaces the password of an account, ends its sessions, and deletes the code and link for a new password that were sent before. Deletes
 * these first, so that all transactions take their locks in one order (docs/tables.md).
 *
 * @param user Account with the password hash that the caller read. @throws {AppError} `conflict` if the password was changed meanwhile.
 */
export async function storePassword(
  transaction: Transaction<Database>,
  keyedHash: KeyedHash,
  { user, ...password }: NewPassword & { user: Pick<UserRow, 'id' | 'password_hash' | 'phone'> },
  now: Date,
): Promise<void> {
  if (user.phone !== null) await forgetCode({ db: transaction, keyedHash }, newPasswordCode, user.phone);
  await forgetPasswordLinks(transaction, user.id);
  await replacePassword(transaction, user, password);
  await endSessions(transaction, user.id, now);
}

/** Tells the owner of an account, at every proven contact, that the owner or an office changed the password. */
export async function tellOfPassword(
  transaction: Transaction<Database>,
  user: UserRow,
  { by, now }: { by: 'owner' | 'office'; now: Date },
): Promise<void> {
  const content = { kind: 'password_changed', by } as const;
  await createNotices(transaction, [{ recipientId: user.id, content, former: provenContact(user) }], now);
}

/** Tells an administrator, at every proven contact, that the second factor was removed. */
export async function tellOfFactor(
  transaction: Transaction<Database>,
  user: UserRow,
  { by, now }: { by: 'owner' | 'office'; now: Date },
): Promise<void> {
  const content = { kind: 'factor_removed', by } as const;
  await createNotices(transaction, [{ recipientId: user.id, content, former: provenContact(user) }], now);
}

interface ForgottenPassword {
  user: UserRow;
  password_hash: string;
  /** Channel by which the teacher proved their identity. */
  by: 'sms' | 'email';
}

/** Replaces a forgotten password, ends every session, and notifies the teacher in case another person did it. */
export async function resetPassword(
  transaction: Transaction<Database>,
  keyedHash: KeyedHash,
  request: FastifyRequest,
  { user, password_hash, by }: ForgottenPassword,
  now: Date,
): Promise<void> {
  await storePassword(transaction, keyedHash, { user, password_hash }, now);
  const content = { kind: 'password_reset', by } as const;
  await createNotices(transaction, [{ recipientId: user.id, content, former: provenContact(user) }], now);
  const details = { by };
  const entry = { actorId: user.id, action: 'account.password', subjectId: user.id, details } as const;
  await writeAuditOf(transaction, request, entry, now);
}
