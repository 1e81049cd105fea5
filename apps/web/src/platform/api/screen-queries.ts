import type { Language } from '@mutual-transfer/domain/language/language';
import { type FetchQueryOptions, type QueryKey, type QueryMeta, useQueryClient } from '@tanstack/react-query';
import { useMatches } from 'react-router';
import { useReading } from '../i18n/language.tsx';
import { type KeptSession, useSession } from '../session/session.ts';

/**
 * What a screen behind the guard asks the API first, as its route's `handle`: the one place that says so. The script in the
 * page prefetches their paths, and the guard the queries themselves.
 */
export interface ScreenQueries {
  readonly queries: (session: KeptSession | null, language: Language) => readonly ScreenQuery[];
}

/** A query of any answer, as far as it is prefetched. */
interface ScreenQuery {
  readonly queryKey: QueryKey;
  readonly meta?: QueryMeta | undefined;
}

/** The first queries of the screen of this address and of what surrounds it. */
export function useScreenQueries(session: KeptSession | null): readonly ScreenQuery[] {
  const { language } = useReading();
  return useMatches().flatMap(({ handle }) => {
    const { queries } = (handle ?? {}) as Partial<ScreenQueries>;
    return queries?.(session, language) ?? [];
  });
}

/**
 * Prefetches what the screen will ask, while it is not yet known whether its reader may see it: the answers are on their way
 * together, and the server refuses a reader who may not.
 */
export function usePrefetch(): void {
  const client = useQueryClient();
  const session = useSession();
  const queries = useScreenQueries(session);
  if (session === null) return;
  for (const query of queries) {
    if (client.getQueryState(query.queryKey) !== undefined) continue;
    // Each is made by `queryOptions` for an answer of its own, which no list of them can name.
    void client.prefetchQuery(query as FetchQueryOptions);
  }
}
