import { isPublicListPath } from '@mutual-transfer/domain/pages';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadCatalogue, loadWholeCatalogue } from './i18n/catalogue.ts';
import { languageOnScreen } from './i18n/language.tsx';

const load = isPublicListPath(window.location.pathname) ? loadCatalogue : loadWholeCatalogue;
await load(languageOnScreen());

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
