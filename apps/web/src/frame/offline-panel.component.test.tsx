import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import AgreementsPage from '../agreements/agreements-page.tsx';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { AskBeforeLeaving } from '../navigation/ask-before-leaving.tsx';
import { clearSession } from '../platform/session.ts';
import { hasUnsavedInput } from '../platform/unsaved-input.ts';
import { loadNewVersion } from '../platform/use-new-version.ts';
import { agreementList } from '../testing/agreements.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
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

vi.mock('../platform/use-new-version.ts', { spy: true });

/** Stubs the service worker of a newer build, and returns how often the page loads that build. */
async function offerNewVersion(editor: ReactNode) {
  const loading = vi.mocked(loadNewVersion).mockReturnValue();
  const registration = Object.assign(new EventTarget(), { active: null });
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
  container.dispatchEvent(new MessageEvent('message', { data: 'newer' }));
  return () => loading.mock.calls.length;
}

it('a new version is loaded only after a question while a form without a draft has unsaved input', async () => {
  const loads = await offerNewVersion(<Note />);
  await page.getByRole('textbox', { name: 'Note' }).fill('Long text');
  await page.getByRole('button', { name: 'Load it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Load without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(loads()).toBe(0);
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Long text');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(hasUnsavedInput).toBe(false);
});

it('a new version asks one question while an editor asks before it is left, and the browser asks no second one', async () => {
  const loads = await offerNewVersion(<AskBeforeLeaving />);
  const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAskedByBrowser()).toBe(true);
  await page.getByRole('button', { name: 'Load it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Load without saving?' });
  expect(loads()).toBe(0);
  await dialog.getByRole('button', { name: /^Load/ }).click();
  await expect.poll(loads).toBe(1);
  expect(isAskedByBrowser()).toBe(false);
});

it('without a connection a page that lacks an answer claims neither a time of its content nor that typed text is kept', async () => {
  signInAs();
  const api = answerCalls((_path, _body, parameters) => {
    if (parameters.get('waiting') === 'true') return { status: 200, body: agreementList() };
    throw new TypeError('Failed to fetch');
  });
  await show(
    <>
      <OfflinePanel />
      <AgreementsPage />
    </>,
  );
  const text = 'No connection at the moment.';
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
  await expect.element(page.getByRole('status').getByText(text)).toBeVisible();
  api.stop();
  clearSession();
});

it('the page of a proxy is not called a missing connection', async () => {
  signInAs();
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  );
  await show(
    <>
      <OfflinePanel />
      <AgreementsPage />
    </>,
  );
  await expect
    .element(page.getByRole('status').getByText('The website does not answer at the moment.'))
    .toBeVisible();
  await expect.element(page.getByText('No connection')).not.toBeInTheDocument();
  clearSession();
});
