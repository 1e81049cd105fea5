import '../styles/mantine.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router';
import { loadInsideTexts } from '../i18n/language.tsx';
import { theme } from '../theme.ts';

// Dialogs lock the page behind them by a style of their own, which the page's policy must know.
if (typeof document !== 'undefined') {
  setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '');
}

export function loader(): null {
  return null;
}

/** Whoever comes from the public list has not downloaded what the other screens say. */
export async function clientLoader(): Promise<null> {
  await loadInsideTexts();
  return null;
}

/** Screens made of Mantine's parts. Whoever only reads the public list never downloads them. */
export default function MantineScreens() {
  return (
    <Mantine>
      <Notifications position="top-center" />
      <Outlet />
    </Mantine>
  );
}

/** What Mantine's parts need around them. */
function Mantine({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<{ nonce: string }>('root');
  const nonce = root?.nonce ?? '';
  return (
    <MantineProvider defaultColorScheme="auto" getStyleNonce={() => nonce} theme={theme}>
      {children}
    </MantineProvider>
  );
}
