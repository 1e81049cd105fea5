import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement } from '../../testing/agreements.ts';
import { idOf, person } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { RoomMessages } from './room-messages.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

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
  await show(<RoomMessages agreement={agreement({ state: 'agreed', can })} userId={idOf(1)} />);
  const room = page.getByRole('region', { name: 'Messages' });
  await room.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect.element(room.getByText('I go on Monday.')).toBeVisible();
  await expect.element(room.getByRole('alert')).not.toBeInTheDocument();
});
