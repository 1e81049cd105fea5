import type { Language } from '@mutual-transfer/domain/language';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useReading } from '../i18n/language.tsx';
import { useSession } from './session.ts';

/** How a screen behind the guard asks what it shows first, as its route's `handle`. */
export interface EarlyQueries {
  /** What it asks of the API, for the page's own script to ask before all others are there. */
  readonly paths: readonly string[];
  readonly ask: (client: QueryClient, token: string, language: Language) => void;
}

/**
 * Asks what the screen will ask, while it is not yet known whether the reader may see it: the answers are on their way
 * together, and the server says no to whoever may not.
 */
export function useEarlyQueries(): void {
  const token = useSession()?.token;
  const { language } = useReading();
  const client = useQueryClient();
  const handle = useMatches().at(-1)?.handle as Partial<EarlyQueries> | undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a session and screen; then the screen asks for itself.
  useEffect(() => {
    if (token !== undefined) handle?.ask?.(client, token, language);
  }, [token, handle]);
}
