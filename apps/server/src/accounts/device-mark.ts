import { DEVICE_LIFETIME_DAYS } from '@mutual-transfer/domain/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountDependencies } from './dependencies.ts';

const COOKIE = 'device';
const SECONDS_A_DAY = 24 * 60 * 60;
/** A computer that many teachers use keeps the last of them. */
const MOST_ACCOUNTS = 20;

type MarkDependencies = Pick<AccountDependencies, 'tokens' | 'now'>;

/** The accounts that signed in on the device before. */
export function accountsOfDevice(
  { tokens, now }: MarkDependencies,
  request: FastifyRequest,
): Promise<readonly string[]> {
  const mark = request.cookies[COOKIE];
  return mark === undefined ? Promise.resolve([]) : tokens.readDevice(mark, now());
}

/** Marks the device as one on which this account signed in. Only signing in reads the mark, and it opens nothing. */
export async function markDevice(
  dependencies: MarkDependencies,
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
