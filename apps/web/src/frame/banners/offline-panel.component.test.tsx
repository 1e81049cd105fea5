import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Form } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { AskBeforeLeaving } from '../../navigation/ask-before-leaving.tsx';
import { hasUnsavedInput } from '../../platform/unsaved-input.ts';
import { show } from '../../testing/show.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import OfflinePanel from './offline-panel.tsx';

afterEach(() => vi.restoreAllMocks());

function Note() {
  const form = useForm({
    initial: { note: '' },
    check: () => ({}),
    send: async () => ({}),
    onDone: () => {},
  });
  return (
    <Form form={form}>
      <TextField label="Note" {...form.text('note')} />
      <button type="submit">Save</button>
    </Form>
  );
}

/** Stubs a service worker of a newer build that waits, and returns what the page sends to it. */
async function offerNewVersion(editor: ReactNode) {
  const waiting = { postMessage: vi.fn() };
  const registration = Object.assign(new EventTarget(), { active: null, waiting, installing: null });
  const container = Object.assign(new EventTarget(), { ready: Promise.resolve(registration) });
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(
    // The part of the browser's interface that the panel uses.
    container as unknown as ServiceWorkerContainer,
  );
  await show(
    <>
      <OfflinePanel />
      {editor}
    </>,
  );
  await expect.poll(() => waiting.postMessage.mock.calls.length).toBe(1);
  container.dispatchEvent(new MessageEvent('message', { data: 'waiting' }));
  return () => waiting.postMessage.mock.calls.flat().filter((message) => message === 'activate');
}

it('a new version is loaded only after a question while a form without a draft has unsaved input', async () => {
  const activations = await offerNewVersion(<Note />);
  await page.getByRole('textbox', { name: 'Note' }).fill('Long text');
  await page.getByRole('button', { name: 'Load it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Load without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(activations()).toEqual([]);
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Long text');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(hasUnsavedInput).toBe(false);
});

it('a new version asks one question while an editor asks before it is left, and the browser asks no second one', async () => {
  const activations = await offerNewVersion(<AskBeforeLeaving />);
  const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAskedByBrowser()).toBe(true);
  await page.getByRole('button', { name: 'Load it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Load without saving?' });
  expect(activations()).toEqual([]);
  await dialog.getByRole('button', { name: /^Load/ }).click();
  await expect.poll(activations).toEqual(['activate']);
  expect(isAskedByBrowser()).toBe(false);
});
