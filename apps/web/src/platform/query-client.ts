import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, hasStatus, isUnanswered } from './client.ts';
import { persistWrites } from './persister.ts';

const FRESH_FOR = 15_000;
const TRIES_WITHOUT_ANSWER = 2;

/**
 * Creates the query client. Retries queries after network errors, never after a refusal of the API. Calls `onRefusal` for every refusal,
 * whichever component made the call.
 */
export function createQueryClient(onRefusal: (error: ApiError, client: QueryClient) => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError) onRefusal(error, client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection a mutation fails at once with a message, instead of waiting behind a spinner.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_FOR,
        // Off by default in this network mode.
        refetchOnReconnect: true,
        retry: (failures, error) =>
          (isUnanswered(error) || hasStatus(error, 503)) && failures < TRIES_WITHOUT_ANSWER,
      },
    },
  });
  persistWrites(client);
  return client;
}
