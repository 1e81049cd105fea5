import { DEVICE_LIFETIME_DAYS } from '@mutual-transfer/domain/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';

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
