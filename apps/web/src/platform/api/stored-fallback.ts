import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { restoreAnswer } from '../offline/stored-answers.ts';
import { isUnanswered } from './client.ts';

/**
 * Handles a call that fails: if the server could not be reached and nothing but a stored answer without names is on screen, the whole stored
 * answer is shown. The call fails all the same, so that it is made again.
 */
export function orKept(client: QueryClient, queryKey: QueryKey) {
  return async (error: unknown): Promise<never> => {
    if (isUnanswered(error)) await restoreAnswer(client, queryKey).catch(() => {});
    throw error;
  };
}

/** Whether a query failed: the server refused, or it was not reached and there is nothing from before to show. */
export function hasFailed({ data, error }: { readonly data: unknown; readonly error: unknown }): boolean {
  return error !== null && !(data !== undefined && isUnanswered(error));
}
