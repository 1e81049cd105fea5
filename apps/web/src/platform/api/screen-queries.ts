import type { Language } from '@mutual-transfer/domain/language/language';
import { type FetchQueryOptions, type QueryKey, type QueryMeta, useQueryClient } from '@tanstack/react-query';
import { useMatches } from 'react-router';
import { useReading } from '../i18n/language.tsx';
import { type KeptSession, useSession } from '../session/session.ts';

/**
 * First queries of a guarded page, declared in its route's `handle`, the only place that lists them. The inline script prefetches their
 * paths, and the guard prefetches the queries.
 */
export interface ScreenQueries {
  readonly queries: (session: KeptSession | null, language: Language) => readonly ScreenQuery[];
}

/** Query of any answer, with the parts that prefetching needs. */
interface ScreenQuery {
  readonly queryKey: QueryKey;
  readonly meta?: QueryMeta | undefined;
}

/** Returns the first queries of the current page and of its layouts. */
export function useScreenQueries(session: KeptSession | null): readonly ScreenQuery[] {
  const { language } = useReading();
  return useMatches().flatMap(({ handle }) => {
    const { queries } = (handle ?? {}) as Partial<ScreenQueries>;
    return queries?.(session, language) ?? [];
  });
}

/**
 * Prefetches the first queries of the page before access is verified, so that all responses arrive together. The server refuses
 * users without access.
 */
export function usePrefetch(): void {
  const client = useQueryClient();
  const session = useSession();
  const queries = useScreenQueries(session);
  if (session === null) return;
  for (const query of queries) {
    if (client.getQueryState(query.queryKey) !== undefined) continue;
    // `queryOptions` types each query by its own answer, which an array of them cannot express.
    void client.prefetchQuery(query as FetchQueryOptions);
  }
}
