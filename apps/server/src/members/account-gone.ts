import { AppError } from '../errors.ts';

/**
 * Returns the error for a caller whose own account was erased after the call was let in: the session is over. To be given to
 * `executeTakeFirstOrThrow` where the caller's own row is read.
 */
export function accountGone(): AppError {
  return new AppError('unauthenticated');
}
