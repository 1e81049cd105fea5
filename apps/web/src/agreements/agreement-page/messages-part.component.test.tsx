import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../../platform/session.ts';
import { agreement } from '../../testing/agreements.ts';
import { idOf, person, signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { MessagesPart } from './messages-part.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const message = {
  _id: idOf(50),
  user: person(),
  isMine: false,
  message: 'I go on Monday.',
  createdAt: '2026-06-16T06:30:00.000Z',
};

it('messages that do not load show an error with a retry', async () => {
  api = answerCalls(() =>
    api?.calls.length === 1 ? { status: 500, body: {} } : { status: 200, body: { messages: [message] } },
  );
  const can = { ...agreement().can, message: false };
  await show(<MessagesPart agreement={agreement({ state: 'agreed', can })} userId={idOf(1)} />);
  const room = page.getByRole('region', { name: 'Messages' });
  await room.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect.element(room.getByText('I go on Monday.')).toBeVisible();
  await expect.element(room.getByRole('alert')).not.toBeInTheDocument();
});

it('a message that was sent is shown from the answer, and the messages are not fetched again', async () => {
  signInAs();
  const mine = { ...message, _id: idOf(51), isMine: true, message: 'I go on Tuesday.' };
  const fetched: string[] = [];
  api = answerCalls((path, body) => {
    if (body !== undefined) return { status: 201, body: mine };
    fetched.push(path);
    return { status: 200, body: { messages: [message] } };
  });
  await show(<MessagesPart agreement={agreement({ state: 'agreed' })} userId={idOf(1)} />);
  const room = page.getByRole('region', { name: 'Messages' });
  await expect.element(room.getByText('I go on Monday.')).toBeVisible();
  await room.getByRole('textbox').fill('I go on Tuesday.');
  await room.getByRole('button', { name: 'Send' }).click();
  await expect.element(room.getByRole('listitem').filter({ hasText: 'I go on Tuesday.' })).toBeVisible();
  expect(fetched).toHaveLength(1);
});
