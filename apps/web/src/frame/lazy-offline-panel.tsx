import { lazy, Suspense } from 'react';
import { settled } from '../platform/offline/register-service-worker.ts';

const NONE = { default: () => null };

/** Loads after the page. A failed download leaves the page without the panel. */
const OfflinePanel = lazy(async () => {
  await settled();
  return import('./offline-panel.tsx').catch(() => NONE);
});

/** Tells members about the connection, writes that wait, and new versions. */
export function OfflinePart({ userId }: { userId: string }) {
  return (
    <Suspense>
      <OfflinePanel key={userId} />
    </Suspense>
  );
}
