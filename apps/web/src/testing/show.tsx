import { DEFAULT_LANGUAGE, type Language } from '@mutual-transfer/domain/language/language';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadCatalogue } from '../platform/i18n/catalogue.ts';
import { LanguageProvider } from '../platform/i18n/language.tsx';
import { textParts } from '../platform/i18n/texts/texts.ts';
import '../styles/base.css';

/**
 * Renders a component with texts, query client and router, as a page would.
 *
 * @param staleTime age in milliseconds up to which a component that mounts fetches no answer again.
 */
export async function show(
  component: ReactNode,
  language: Language = DEFAULT_LANGUAGE,
  address = '/',
  staleTime = 0,
) {
  await loadCatalogue(language, textParts);
  document.documentElement.lang = language;
  const router = createMemoryRouter([{ path: '*', element: component }], { initialEntries: [address] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime } } });
  return render(
    <LanguageProvider initial={language}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>,
  );
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Mocks the answers to the component's API calls, and records the calls. */
export function answerCalls(
  answer: (
    path: string,
    body: unknown,
    parameters: URLSearchParams,
    init: RequestInit | undefined,
  ) => Answer | Promise<Answer>,
) {
  const calls: { path: string; body: unknown }[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname: path, searchParams } = new URL(String(input), location.href);
    const isCsv = new Headers(init?.headers).get('content-type')?.startsWith('text/csv');
    const sent: unknown = typeof init?.body === 'string' && !isCsv ? JSON.parse(init.body) : undefined;
    calls.push({ path, body: sent });
    const { status, body, headers = {} } = await answer(path, sent, searchParams, init);
    return Response.json(body, { status, headers });
  });
  return { calls, stop: () => spy.mockRestore() };
}
