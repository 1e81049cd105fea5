import { isLanguage } from '@mutual-transfer/domain/language';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadCatalogue } from './i18n/catalogue.ts';

// Dialogs lock the page behind them by a style of their own, which the page's policy must know.
setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '');

const { lang } = document.documentElement;
await loadCatalogue(isLanguage(lang) ? lang : 'en');

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
