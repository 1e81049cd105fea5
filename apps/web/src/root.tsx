import './styles/mantine.css';
import './styles/base.css';
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { createQueryClient } from './api/query-client.ts';
import { appContext } from './app-context.ts';
import { ErrorPage } from './frame/error-page.tsx';
import { LanguageProvider, useReading } from './i18n/language.tsx';
import { theme } from './theme.ts';

interface RootData {
  readonly language: 'en' | 'hi';
  readonly nonce: string;
  readonly referenceHash: string;
}

export function loader({ context }: Route.LoaderArgs): RootData {
  const { language, nonce, referenceHash } = context.get(appContext);
  return { language, nonce, referenceHash };
}

/** What the server said of this visit holds for all of it. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  return (
    <LanguageProvider initial={data?.language ?? 'en'}>
      <Document nonce={data?.nonce ?? ''}>{children}</Document>
    </LanguageProvider>
  );
}

function Document({ nonce, children }: { nonce: string; children: ReactNode }) {
  const { language, stylesheet } = useReading();
  return (
    <html lang={language} {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b6b44" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        <Meta />
        <Links nonce={nonce} />
        {stylesheet && <link href={stylesheet} rel="stylesheet" />}
      </head>
      <body>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
          {children}
        </MantineProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Notifications position="top-center" />
      <Outlet />
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage isMissing={isRouteErrorResponse(error) && error.status === 404} />;
}
