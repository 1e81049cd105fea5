import { expect, it, vi } from 'vitest';

const ORIGIN = 'https://mutual-transfer.example';

/** Runs the worker with one open window, and returns its click listener and the navigation of the window. */
async function start() {
  const listeners = new Map<string, (event: object) => void>();
  const open = { focus: vi.fn(), navigate: vi.fn() };
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: { origin: ORIGIN },
    clients: { matchAll: async () => [open] },
  });
  await import('./service-worker.ts');
  return { click: listeners.get('notificationclick'), navigate: open.navigate };
}

it('a press on a push notice opens its page at the part that the link names, and no page of another origin', async () => {
  const { click, navigate } = await start();
  const press = async (link: string) => {
    const opened = vi.fn<(done: Promise<void>) => void>();
    click?.({ notification: { close: vi.fn(), data: { link } }, waitUntil: opened });
    await opened.mock.lastCall?.[0];
  };
  await press('/agreements/1?from=push#messages');
  await press('https://elsewhere.example/agreements/1#messages');
  expect(navigate.mock.calls).toEqual([['/agreements/1?from=push#messages'], ['/']]);
});
