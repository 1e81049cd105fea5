import './styles/base.css';
// First, because the style sheets of components refine their classes.
import './ui/page.module.css';
import './ui/button.module.css';
import './ui/chip.module.css';
import './ui/card.module.css';
import { DEFAULT_LANGUAGE, type Language } from '@mutual-transfer/domain/language/language';
import type { AppContext, LocalText } from '@mutual-transfer/domain/pages';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Meta, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root.ts';
import { BeforePaintScript } from './frame/color-scheme.tsx';
import { answerEarlyPresses, EarlyPressScript } from './frame/early-presses.tsx';
import { RouteError } from './frame/error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { OldBrowserNotice, OldBrowserScript } from './frame/old-browser.tsx';
import { StyleSheet } from './frame/style-sheet.tsx';
import { appContext } from './platform/app-context.ts';
import { useEndOfSession, useRefusal } from './platform/end-of-session.ts';
import { LanguageProvider, useReading } from './platform/i18n/language.tsx';
import { createQueryClient } from './platform/query-client.ts';

import { useIsHydrated } from './platform/use-is-hydrated.ts';
import devanagari from './styles/devanagari.css?url';

interface RootData {
  language: Language;
  nonce: string;
  referenceHash: string;
  tooOld: readonly LocalText[];
  operator: AppContext['operator'];
  privacy: AppContext['privacy'];
}

export function loader({ context }: Route.LoaderArgs): RootData {
  const { language, nonce, referenceHash, tooOld, operator, privacy } = context.get(appContext);
  return { language, nonce, referenceHash, tooOld, operator, privacy };
}

/** The data of a visit never changes. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  return (
    <LanguageProvider initial={data?.language ?? DEFAULT_LANGUAGE}>
      <Document nonce={data?.nonce ?? ''} tooOld={data?.tooOld ?? []}>
        {children}
      </Document>
    </LanguageProvider>
  );
}

interface DocumentProps extends Pick<RootData, 'nonce' | 'tooOld'> {
  children: ReactNode;
}

function Document({ nonce, tooOld, children }: DocumentProps) {
  const { language } = useReading();
  return (
    <html data-color-scheme="light" lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b6b44" />
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href={`/manifests/${language}.webmanifest`} />
        <OldBrowserScript nonce={nonce} />
        <BeforePaintScript nonce={nonce} />
        <EarlyPressScript nonce={nonce} />
        <Meta />
        <StyleSheet nonce={nonce} />
      </head>
      <body ref={answerEarlyPresses}>
        <OldBrowserNotice texts={tooOld} />
        {children}
        <DevanagariFace />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/**
 * Font of Devanagari, loaded after the scripts: two of its files are as large as all scripts. Until then the device uses its own font.
 * Without JavaScript the font loads at once.
 */
function DevanagariFace() {
  const isHydrated = useIsHydrated();
  const face = <link href={devanagari} rel="stylesheet" />;
  return isHydrated ? face : <noscript>{face}</noscript>;
}

export default function App() {
  const onRefusal = useRefusal();
  const [client] = useState(() => createQueryClient(onRefusal));
  useEndOfSession(client);
  return (
    <QueryClientProvider client={client}>
      <Frame />
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />;
}
