import { AppError } from '../errors.ts';

/**
 * Returns the error for a caller whose account was erased during the call: the session is over. For `executeTakeFirstOrThrow` where the
 * caller's own row is read.
 */
export function accountNotFound(): AppError {
  return new AppError('unauthenticated');
}
