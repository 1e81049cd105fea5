import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isUnanswered } from './client.ts';

/**
 * For a call that fails: where the server could not be reached and nothing is on screen yet, what was kept of its last answer is shown.
 * The call fails all the same, so that it is made again.
 */
export function orKept(client: QueryClient, queryKey: QueryKey) {
  return async (error: unknown): Promise<never> => {
    if (isUnanswered(error) && client.getQueryData(queryKey) === undefined) {
      await restore(client, queryKey).catch(() => {});
    }
    throw error;
  };
}

/** Whether a query failed: the server refused, or it was not reached and there is nothing from before to show. */
export function hasFailed({ data, error }: { readonly data: unknown; readonly error: unknown }): boolean {
  return error !== null && !(data !== undefined && isUnanswered(error));
}

async function restore(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const { restoreAnswer } = await import('../offline/stored-answers.ts');
  await restoreAnswer(client, queryKey);
}
