import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../../platform/session.ts';
import { agreement } from '../../testing/agreements.ts';
import { idOf, signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { AnswerPart } from './answer-part.tsx';

const PATH = `/api/agreements/${idOf(20)}/answer`;

let api: ReturnType<typeof answerCalls>;
let isReached: boolean;

beforeEach(() => {
  signInAs();
  isReached = false;
  api = answerCalls(async () => {
    if (!isReached) throw new TypeError('Failed to fetch');
    return { status: 200, body: agreement() };
  });
});
afterEach(() => {
  api.stop();
  clearSession();
  sessionStorage.clear();
});

const keys = () =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([path]) => path === PATH)
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
const bodies = () => api.calls.filter(({ path }) => path === PATH).map(({ body }) => body);
const press = (name: string) => page.getByRole('button', { name }).last().click();
const unsent = () => page.getByText(/^Not sent yet\./);

it('a yes that could not be sent is sent once, also after a reload', async () => {
  const onAnswered = vi.fn();
  const screen = await show(<AnswerPart agreement={agreement()} />);
  await press('Yes, I agree');
  await expect.element(page.getByText('Your yes to this proposal')).toBeVisible();
  await expect.element(unsent()).toBeVisible();
  await screen.unmount();
  await show(<AnswerPart agreement={agreement()} onAnswered={onAnswered} />);
  await expect.element(unsent()).toBeVisible();
  isReached = true;
  await press('Send again');
  await expect.poll(() => onAnswered.mock.calls.length).toBe(1);
  expect(bodies()).toEqual([{ answer: 'yes' }, { answer: 'yes' }]);
  expect(new Set(keys()).size).toBe(1);
  await expect.element(unsent()).not.toBeInTheDocument();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('a no with its reason that could not be sent is sent again with the same key', async () => {
  await show(<AnswerPart agreement={agreement()} />);
  await press('No, I do not want it');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('My wish has changed.');
  await dialog.getByRole('button', { name: 'No, I do not want it' }).click();
  await expect.element(dialog.getByText(/no connection/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('Your no to this proposal')).toBeVisible();
  isReached = true;
  await press('Send again');
  await expect.poll(() => bodies().length).toBe(2);
  const body = { answer: 'no', reason: 'My wish has changed.' };
  expect(bodies()).toEqual([body, body]);
  expect(new Set(keys()).size).toBe(1);
});

it('the other answer has another key', async () => {
  await show(<AnswerPart agreement={agreement()} />);
  await press('Yes, I agree');
  await expect.element(unsent()).toBeVisible();
  await press('No, I do not want it');
  isReached = true;
  await page.getByRole('dialog').getByRole('button', { name: 'No, I do not want it' }).click();
  await expect.poll(() => bodies().length).toBe(2);
  expect(new Set(keys()).size).toBe(2);
});

it('a no to an announced group asks what the member objects to', async () => {
  isReached = true;
  await show(<AnswerPart agreement={agreement({ isAnnounced: true })} />);
  await press('No, I do not want it');
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'No, I do not want it' });
  await send.click();
  await expect.element(dialog.getByText('Please choose one of the options.')).toBeVisible();
  expect(bodies()).toEqual([]);
  await dialog.getByRole('combobox').selectOptions('eligibility');
  await send.click();
  await expect.poll(() => bodies()).toEqual([{ answer: 'no', reason: '', category: 'eligibility' }]);
});
