import { lazy, Suspense } from 'react';
import { settled } from '../../platform/offline/register-service-worker.ts';

const NONE = { default: () => null };

/** Loads after the page. After a failed download the page has no panel. */
const OfflinePanel = lazy(async () => {
  await settled();
  return import('./offline-panel.tsx').catch(() => NONE);
});

/** Shows members the connection state, queued writes, and new versions. */
export function OfflinePart({ userId }: { userId: string }) {
  return (
    <Suspense>
      <OfflinePanel key={userId} />
    </Suspense>
  );
}
