import { AppError } from '../errors.ts';

/**
 * What a call is answered whose own account was erased after the call was let in: its session is over. To be given to
 * `executeTakeFirstOrThrow` where the caller's own row is read.
 */
export function accountGone(): AppError {
  return new AppError('unauthenticated');
}
