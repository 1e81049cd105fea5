import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { AlertOpener } from './alert-opener.tsx';

const PATH = `/api/alerts/${idOf(2)}`;
const text = 'ज़रूर, मैं भी पढ़ाता हूँ। फ़ोन कीजिए।';

let api: ReturnType<typeof answerCalls>;
/** The server's answer to the message. Without one it cannot be reached. */
let answer: { status: number; body: unknown } | undefined;

beforeEach(() => {
  signInAs();
  answer = undefined;
  api = answerCalls(async (path) => {
    if (path !== PATH) return { status: 200, body: {} };
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer;
  });
});
afterEach(() => {
  api.stop();
  clearSession();
  sessionStorage.clear();
});

const field = () => page.getByRole('textbox', { name: 'Your message' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const unsent = () => page.getByText(/^Not sent yet\./);

/** Returns the idempotency keys of the messages that were sent, in order. */
const keys = () =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([path]) => path === PATH)
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));

async function open() {
  const screen = await show(<AlertOpener name="Ravi Ranjan" recipientId={idOf(2)} />);
  await page.getByRole('button', { name: 'Send alert: Ravi Ranjan' }).click();
  await expect.element(field()).toBeVisible();
  return screen;
}

/** Writes the message and sends it without a connection. */
async function sendInVain() {
  const screen = await open();
  await field().fill(text);
  await button('Send').click();
  await expect.element(unsent()).toBeVisible();
  return screen;
}

it('a message that could not be sent stays in its form, which says so, and is sent again with the same key', async () => {
  await sendInVain();
  await expect.element(field()).toHaveValue(text);
  answer = { status: 201, body: {} };
  await button('Send again').click();
  await expect.element(page.getByText('Alert sent successfully')).toBeVisible();
  const [first, second] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('after a reload the form has the message, says that it was not sent, and sends it with the same key', async () => {
  await (await sendInVain()).unmount();
  await open();
  await expect.element(unsent()).toBeVisible();
  await expect.element(field()).toHaveValue(text);
  answer = { status: 201, body: {} };
  await button('Send again').click();
  await expect.element(page.getByText('Alert sent successfully')).toBeVisible();
  expect(new Set(keys()).size).toBe(1);
});

it('a changed message is another one: its key differs, and the form does not say that it was not sent', async () => {
  await sendInVain();
  await field().fill('Another text');
  await expect.element(unsent()).not.toBeInTheDocument();
  await button('Send').click();
  await expect.element(unsent()).toBeVisible();
  expect(new Set(keys()).size).toBe(2);
});

it('a message that the server refuses has another key at the next attempt, and shows the reason', async () => {
  answer = { status: 409, body: { code: 'conflict', message: 'What the server says' } };
  await open();
  await field().fill(text);
  await button('Send').click();
  await expect.element(page.getByText('What the server says')).toBeVisible();
  await expect.element(unsent()).not.toBeInTheDocument();
  await button('Send').click();
  await expect.poll(() => new Set(keys()).size).toBe(2);
});

it.each([429, 503])('a message that is answered %i may be sent again with the same key', async (status) => {
  answer = { status, body: { code: 'too_many_requests', message: 'What the server says' } };
  await open();
  await field().fill(text);
  await button('Send').click();
  await expect.element(page.getByText('What the server says')).toBeVisible();
  await button('Send again').click();
  await expect.poll(() => keys().length).toBe(2);
  expect(new Set(keys()).size).toBe(1);
});

it('a text that was sent for review and whose answer was lost is sent for review again', async () => {
  answer = { status: 400, body: { code: 'text_needs_review', message: 'Please leave the number out.' } };
  const screen = await open();
  await field().fill(text);
  await button('Send').click();
  await page.getByRole('checkbox').click();
  answer = undefined;
  await button('Send').click();
  await expect.element(unsent()).toBeVisible();
  await screen.unmount();
  await open();
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  answer = { status: 202, body: {} };
  await button('Send again').click();
  await expect.poll(() => keys().length).toBe(3);
  const [, second, third] = keys();
  expect(third).toBe(second);
  expect(api.calls.at(-1)?.body).toEqual({ message: text, sendForReview: true });
});

it('after a logout while a message is being sent nothing of it is stored', async () => {
  const left = Promise.withResolvers<void>();
  api.stop();
  api = answerCalls(async () => {
    await left.promise;
    return { status: 401, body: { code: 'unauthenticated', message: 'Please log in' } };
  });
  await open();
  await field().fill(text);
  await button('Send').click();
  await expect.poll(() => keys().length).toBe(1);
  clearSession();
  sessionStorage.clear();
  left.resolve();
  await expect.element(page.getByText('Please log in')).toBeVisible();
  expect(Object.keys(sessionStorage)).toEqual([]);
});
