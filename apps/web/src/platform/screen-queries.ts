import type { Language } from '@mutual-transfer/domain/language/language';
import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useReading } from './i18n/language.tsx';
import { useSession } from './session.ts';

/** First queries of a guarded page, declared in its route's `handle`. */
export interface ScreenQueries {
  queries: (userId: string, language: Language) => readonly { queryKey: QueryKey }[];
}

/**
 * Prefetches the first queries of a teacher's page while access is verified. The server refuses users without access. Without this, a slow
 * connection has one more round trip before the first match: see docs/decisions/0003-web-parts.md.
 */
export function usePrefetch(): void {
  const client = useQueryClient();
  const { language } = useReading();
  const user = useSession()?.user;
  const userId = user?.role === 'admin' ? undefined : user?._id;
  const matches = useMatches();
  useEffect(() => {
    if (userId === undefined) return;
    // Only route modules export a `handle`, and each has this type.
    const handles = matches.map(({ handle }) => (handle ?? {}) as Partial<ScreenQueries>);
    for (const query of handles.flatMap(({ queries }) => queries?.(userId, language) ?? [])) {
      if (client.getQueryState(query.queryKey) !== undefined) continue;
      // `queryOptions` types each query by its own answer, which an array of them cannot express.
      void client.prefetchQuery(query as FetchQueryOptions);
    }
  }, [client, language, matches, userId]);
}
