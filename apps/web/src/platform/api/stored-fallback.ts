import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { restoreAnswer } from '../offline/stored-answers.ts';
import { isUnanswered } from './client.ts';

/**
 * Returns a handler of a failed call. If the server cannot be reached and the screen has only a stored answer without names, shows the
 * whole stored answer. Rethrows the error, so that the call is retried.
 */
export function orStored(client: QueryClient, queryKey: QueryKey) {
  return async (error: unknown): Promise<never> => {
    if (isUnanswered(error)) await restoreAnswer(client, queryKey).catch(() => {});
    throw error;
  };
}

/** Returns `true` if a query failed: the server refused, or it cannot be reached and there is no earlier data to show. */
export function hasFailed({ data, error }: { readonly data: unknown; readonly error: unknown }): boolean {
  return error !== null && !(data !== undefined && isUnanswered(error));
}
