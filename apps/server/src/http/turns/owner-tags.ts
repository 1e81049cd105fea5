import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { App } from '../dependencies.ts';

/** Header of routes that change a resource whose `GET` sends an `ETag`. */
export const ifMatchHeader = z.looseObject({
  'if-match': z
    .string()
    .max(1_000)
    .optional()
    .describe(
      '`ETag` of the state that the change is based on; another present state is 412 `changed_meanwhile`',
    ),
});

/** Returns true if the headers of a route include those of `ifMatchHeader`. */
export function takesIfMatch(headers: unknown): boolean {
  return headers instanceof z.ZodObject && 'if-match' in headers.shape;
}

const successes = new Set([200, 201]);

const tags = new WeakMap<FastifyRequest, string>();

/** Returns a strong `ETag` of the values that the owner of a resource can change. The order of the values matters. */
export function ownerTag(values: readonly unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 27)}"`;
}

/** Sets the `ETag` of the owner's values, which `sendOwnerTags` sends with the response. */
export function setOwnerTag(request: FastifyRequest, tag: string): void {
  tags.set(request, tag);
}

/**
 * Replaces the `ETag` of the content, which also changes with actions of others, by the one of the owner's values. Register it after
 * `tagAnswers`, so that a client that sends `If-None-Match` gets the whole response.
 */
export function sendOwnerTags(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    const tag = tags.get(request);
    if (tag !== undefined && successes.has(reply.statusCode)) reply.header('etag', tag);
  });
}

/**
 * Refuses a change whose `If-Match` does not contain the current tag. Call it while the row is locked.
 * @throws {AppError} `changed_meanwhile`.
 */
export function refuseStale(ifMatch: string | undefined, tag: string): void {
  if (isStale(ifMatch, tag)) throw new AppError('changed_meanwhile');
}

/** Returns true if the `If-Match` of a change does not contain the current tag. Call it while the row is locked. */
export function isStale(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return false;
  return !ifMatch.split(',').some((one) => one.trim() === tag);
}

/** Resolves with the result of a change. If the change is refused as stale, adds the current state to the error as `current`. */
export async function withCurrent<Result>(
  change: Promise<Result>,
  readCurrent: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'changed_meanwhile') throw error;
    throw new AppError('changed_meanwhile', { current: await readCurrent() });
  }
}
