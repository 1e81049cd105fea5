import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadCatalogue } from './platform/i18n/catalogue.ts';
import { languageOnScreen } from './platform/i18n/language.tsx';
import { registerWorker } from './platform/register-service-worker.ts';
import { textPartsOf } from './platform/text-parts.ts';

await loadCatalogue(languageOnScreen(), textPartsOf(window.location.pathname));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

if (import.meta.env.PROD) void registerWorker();
