import { lazy, Suspense } from 'react';
import { settled } from '../../platform/offline/register-service-worker.ts';
import { untilLoaded } from '../../platform/until-loaded.ts';

/** Loads after the page. */
const OfflinePanel = lazy(async () => {
  await settled();
  return untilLoaded(() => import('./offline-panel.tsx'));
});

/** Shows members the connection state, queued writes, and new versions. */
export function OfflinePart({ userId }: { userId: string }) {
  return (
    <Suspense>
      <OfflinePanel key={userId} />
    </Suspense>
  );
}
