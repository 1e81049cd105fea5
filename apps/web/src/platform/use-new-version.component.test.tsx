import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { useNewVersion } from './use-new-version.ts';

function Offer() {
  return <p>{useNewVersion() ? 'a newer version is ready' : 'current'}</p>;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a page is told of another build once its files are stored, not of its own, and asks for the frames in its language', async () => {
  const active = { postMessage: vi.fn() };
  const registration = Object.assign(new EventTarget(), { active });
  const container = Object.assign(new EventTarget(), { ready: Promise.resolve(registration) });
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(
    // The part of the browser's interface that the hook uses.
    container as unknown as ServiceWorkerContainer,
  );
  vi.stubGlobal('__reactRouterManifest', { version: 'older' });
  await show(<Offer />, 'hi');
  await expect.poll(() => active.postMessage.mock.calls).toEqual([[{ language: 'hi' }]]);
  container.dispatchEvent(new MessageEvent('message', { data: 'older' }));
  await expect.element(page.getByText('current')).toBeVisible();
  container.dispatchEvent(new MessageEvent('message', { data: 'newer' }));
  await expect.element(page.getByText('a newer version is ready')).toBeVisible();
});
