import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered } from './client.ts';

const FRESH_FOR = 15_000;
const TRIES_WITHOUT_ANSWER = 2;

/**
 * Answers of the API are asked for again when a connection was lost, and never when the API said no; `onRefusal` hears
 * of every no, whichever screen asked.
 */
export function createQueryClient(onRefusal: (error: ApiError) => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError) onRefusal(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection a call fails at once and says so, rather than wait for one behind a spinner.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_FOR,
        refetchOnWindowFocus: false,
        retry: (failures, error) => isPassing(error) && failures < TRIES_WITHOUT_ANSWER,
      },
    },
  });
}

function isPassing(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof ApiError && error.status === 503);
}
