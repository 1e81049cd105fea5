import { AppError } from '../errors.ts';

/**
 * Creates the error for a caller whose account was erased during the call, which ended their session. Pass it to `executeTakeFirstOrThrow`
 * of a query for the caller's own row.
 */
export function accountNotFound(): AppError {
  return new AppError('unauthenticated');
}
