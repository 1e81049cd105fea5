import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, ownRequest, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AlertForm from './alert-form.tsx';
import { AlertCard } from './alert-list.tsx';

const sender = person();

function alert(overrides: Partial<Alert> = {}): Alert {
  return {
    _id: '01990000-0000-7000-8000-00000000000c',
    fromUser: sender,
    kind: 'message',
    message: 'Shall we swap?',
    isRead: false,
    isHiddenForRecipient: false,
    createdAt: '2026-06-15T06:30:00.000Z',
    ...overrides,
  };
}

const onRead = vi.fn();
const onHide = vi.fn();
const card = (overrides?: Partial<Alert>) => (
  <AlertCard alert={alert(overrides)} onHide={onHide} onRead={onRead} position={2} />
);

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  vi.resetAllMocks();
  sessionStorage.clear();
});

it('an alert of a teacher is marked as read, and takes the focus', async () => {
  await show(card());
  await expect.element(page.getByText('New', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as read: 2. Sunita Kumari' }).click();
  await expect.poll(() => onRead.mock.calls).toEqual([[alert()._id]]);
  await expect.element(page.getByRole('article')).toHaveFocus();
});

it('an expiring request is renewed from its alert, and the result takes the focus', async () => {
  api = answerCalls(() => ({ status: 200, body: { data: { request: ownRequest() } } }));
  await show(card({ kind: 'request_expiring', requestId: idOf(10) }));
  await page.getByRole('button', { name: /^Still looking/ }).click();
  await expect.element(page.getByText(/^Renewed:/)).toHaveFocus();
  expect(api.calls.map(({ path }) => path)).toEqual([`/api/requests/${idOf(10)}/renewal`]);
});

it('a template fills the message with the writer’s subject and places, but not the name', async () => {
  signInAs('teacher', 'Asha Kumari');
  await show(<AlertForm name="Sunita Kumari" onCancel={vi.fn()} onSent={vi.fn()} recipientId={idOf(2)} />);
  await page.getByRole('button', { name: 'Who I am' }).click();
  const message = page.getByRole('textbox', { name: 'Your message' });
  await expect
    .element(message)
    .toHaveValue(
      'Hello, I teach Mathematics (classes 6-8) in Danapur, Patna and would like to move to Bodh Gaya, Gaya. Could we talk about a swap?',
    );
  await expect.element(message).toHaveFocus();
  clearSession();
});

it('a template focuses the message of its own form', async () => {
  const form = (id: number, name: string) => (
    <AlertForm name={name} onCancel={vi.fn()} onSent={vi.fn()} recipientId={idOf(id)} />
  );
  await show(
    <>
      {form(2, 'Sunita Kumari')}
      {form(3, 'Vikas Paswan')}
    </>,
  );
  const second = page.getByRole('form', { name: /Vikas Paswan/ });
  await second.getByRole('button', { name: 'Still looking?' }).click();
  await expect.element(second.getByRole('textbox')).toHaveFocus();
});

it('another template can be chosen until the user writes a text of their own', async () => {
  signInAs('teacher', 'Asha Kumari');
  await show(<AlertForm name="Sunita Kumari" onCancel={vi.fn()} onSent={vi.fn()} recipientId={idOf(2)} />);
  const message = page.getByRole('textbox', { name: 'Your message' });
  await page.getByRole('button', { name: 'Who I am' }).click();
  await page.getByRole('button', { name: 'May I call?' }).click();
  await expect
    .element(message)
    .toHaveValue('Hello, I would like to talk with you about a transfer. When may I call you?');
  await message.fill('Namaste! When may I call you?');
  await expect.element(page.getByRole('button', { name: 'Who I am' })).not.toBeInTheDocument();
  clearSession();
});

it('an answer to an alert is sent only if it has text', async () => {
  api = answerCalls(() => ({ status: 201, body: { message: 'Sent' } }));
  await show(card());
  await page.getByRole('button', { name: 'Answer: Sunita Kumari' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Please write a message.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your message' }).fill(' Yes, let us. ');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Alert sent successfully')).toBeVisible();
  expect(api.calls).toEqual([
    { path: `/api/alerts/${sender._id}`, body: { message: 'Yes, let us.', sendForReview: false } },
  ]);
});

it('an answer that fails to be sent keeps its text and shows the error', async () => {
  api = answerCalls(() => ({ status: 500, body: {} }));
  await show(card());
  await page.getByRole('button', { name: 'Answer: Sunita Kumari' }).click();
  const message = page.getByRole('textbox', { name: 'Your message' });
  await message.fill('Shall we swap?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Failed to send alert')).toBeVisible();
  await expect.element(message).toHaveValue('Shall we swap?');
});

it('a hidden alert keeps its message, shows no sender, and can be shown again', async () => {
  await show(card({ isHiddenForRecipient: true }));
  await expect.element(page.getByText('Shall we swap?')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Show again: 2\. / }).click();
  await expect.poll(() => onHide.mock.calls).toEqual([[alert()._id, false]]);
});

it('an alert of a verified teacher has a mark, and an alert about a claimed phone number links to the account', async () => {
  await show(card({ fromUser: { ...sender, isVerified: true } }));
  await expect.element(page.getByText('Verified')).toBeVisible();
  await show(card({ kind: 'phone_claimed' }));
  await expect.element(page.getByRole('link', { name: 'See it' })).toHaveAttribute('href', '/account');
});

it('an outdated alert about a proposal links to the agreement, and says that the proposal is no longer possible', async () => {
  const agreementId = '01990000-0000-7000-8000-00000000000d';
  await show(card({ kind: 'proposal', agreementId, isCurrent: false }));
  await expect
    .element(page.getByRole('link', { name: 'See it' }))
    .toHaveAttribute('href', `/agreements/${agreementId}`);
  await expect.element(page.getByText(/This is no longer possible/)).toBeVisible();
});
