import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../platform/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Strong `ETag` of the values that the owner of the answered resource can change. */
    ownerTag?: string;
  }
}

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

/** Returns a strong `ETag` of the values that the owner of a resource can change. The order of the values matters. */
export function ownerTag(values: readonly unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 27)}"`;
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
