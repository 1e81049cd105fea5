import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadCatalogue } from './i18n/catalogue.ts';
import { languageOnScreen } from './i18n/language.tsx';
import { textPartsOf } from './i18n/text-parts.ts';
import { registerWorker } from './offline/settled.ts';

await loadCatalogue(languageOnScreen(), textPartsOf(window.location.pathname));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

void registerWorker();
