import '../styles/mantine.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router';
import { theme } from '../theme.ts';

// Dialogs lock the page behind them by a style of their own, which the page's policy must know.
if (typeof document !== 'undefined') {
  setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '');
}

/** Screens made of Mantine's parts. The public list and the dashboard have none, and never download them. */
export default function MantineScreens() {
  return (
    <Mantine>
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
