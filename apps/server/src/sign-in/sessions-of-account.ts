import { DEVICE_LIFETIME_DAYS } from '@mutual-transfer/domain/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import { removeDevicesOf, removeDevicesOfSession } from '../notices/channels/push-devices.ts';
import type { Database } from '../platform/database/tables.ts';
import * as sessions from '../platform/sessions.ts';

/** Ends every session of a person, and deletes their push subscriptions and their link for a new password. */
export async function endSessions(
  transaction: Transaction<Database>,
  userId: string,
  now: Date,
): Promise<void> {
  await sessions.endSessionsOf(transaction, userId, now);
  await removeDevicesOf(transaction, userId);
  await forgetPasswordLinks(transaction, userId);
}

/** Ends one session, and deletes the push subscription of its browser. */
export async function endSessionOfAccount(db: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sessions.endSession(transaction, sessionId, now);
    await removeDevicesOfSession(transaction, sessionId);
  });
}

/** Deletes the link for a new password that was sent to a person. */
export async function forgetPasswordLinks(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction.deleteFrom('password_links').where('user_id', '=', userId).execute();
}

const COOKIE = 'device';
const SECONDS_A_DAY = 24 * 60 * 60;
/** Maximum number of accounts in the cookie. A computer shared by more teachers keeps the latest ones. */
const MOST_ACCOUNTS = 20;

/** Returns the accounts that signed in on this device before. */
export function accountsOfDevice(
  { tokens, now }: Dependencies,
  request: FastifyRequest,
): Promise<readonly string[]> {
  const mark = request.cookies[COOKIE];
  return mark === undefined ? Promise.resolve([]) : tokens.readDevice(mark, now());
}

/** Stores in a cookie that this account signed in on the device. Only sign-in reads it, and it gives no access. */
export async function markDevice(
  dependencies: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const before = await accountsOfDevice(dependencies, request);
  const accounts = [userId, ...before.filter((id) => id !== userId)].slice(0, MOST_ACCOUNTS);
  const mark = await dependencies.tokens.signDevice(accounts, dependencies.now());
  reply.setCookie(COOKIE, mark, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: DEVICE_LIFETIME_DAYS * SECONDS_A_DAY,
  });
}
