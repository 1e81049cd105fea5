import { ApiError } from '../platform/api/client.ts';

const NOT_FOUND = 404;

/** Returns true if what an action concerns does not exist any more. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === NOT_FOUND;
}
