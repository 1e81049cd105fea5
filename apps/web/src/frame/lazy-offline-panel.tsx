import { lazy, Suspense } from 'react';
import { loadTexts } from '../platform/i18n/language.tsx';
import { settled } from '../platform/offline/register-service-worker.ts';

const NONE = { default: () => null };

/** Once the page itself has come. Where it cannot be had, the page goes on without. */
const OfflinePanel = lazy(async () => {
  await settled();
  return load().catch(() => NONE);
});

async function load() {
  await loadTexts(['offline']);
  return import('./offline-panel.tsx');
}

/** What a member is told of the connection. */
export function OfflinePart({ userId }: { userId: string }) {
  return (
    <Suspense>
      <OfflinePanel key={userId} />
    </Suspense>
  );
}
