import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { useNewVersion } from './use-new-version.ts';

function Offer() {
  return useNewVersion() === undefined ? <p>current</p> : <p>a newer version waits</p>;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('the page sends its build to a waiting worker, and announces a new version if the worker answers', async () => {
  const active = { postMessage: vi.fn() };
  const waiting = { postMessage: vi.fn() };
  const installing = new EventTarget();
  const registration = Object.assign(new EventTarget(), { active, waiting, installing });
  const container = Object.assign(new EventTarget(), {
    controller: active,
    ready: Promise.resolve(registration),
  });
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(
    // The part of the browser's interface that the hook uses.
    container as unknown as ServiceWorkerContainer,
  );
  vi.stubGlobal('__reactRouterManifest', { version: 'older' });
  await show(<Offer />);
  await expect.poll(() => waiting.postMessage.mock.calls).toEqual([[{ build: 'older' }]]);
  installing.dispatchEvent(new Event('statechange'));
  expect(waiting.postMessage).toHaveBeenCalledTimes(2);
  await expect.element(page.getByText('current')).toBeVisible();
  container.dispatchEvent(new MessageEvent('message', { data: 'waiting' }));
  await expect.element(page.getByText('a newer version waits')).toBeVisible();
  // A message could restart the active worker just when the browser stops it.
  expect(active.postMessage).not.toHaveBeenCalled();
});
