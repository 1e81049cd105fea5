import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement, seat } from '../../testing/agreements.ts';
import { idOf, person } from '../../testing/people.ts';
import { show } from '../../testing/show.tsx';
import { Seats } from './seats.tsx';

it.each([
  ['en', 'A no ends this proposal. For 2 of the members, a new one with another teacher is possible.'],
  ['hi', 'मना करने पर यह प्रस्ताव समाप्त होगा। 2 सदस्यों की जगह दूसरा शिक्षक लेकर नया प्रस्ताव बन सकता है।'],
] as const)(
  'the seats say that a no ends the proposal, also where other teachers could take a seat (%s)',
  async (language, sentence) => {
    await show(<Seats agreement={agreement({ standby: 2 })} />, language);
    await expect.element(page.getByText(sentence)).toBeVisible();
  },
);

it('the seats of an ended proposal await no answers', async () => {
  const members = [true, false].map((isMe, index) =>
    seat({ isMe, requestId: idOf(30 + index), answer: 'open' }),
  );
  const ended = { state: 'declined', reason: 'refused', endedAt: '2026-11-26T04:30:00Z' } as const;
  await show(<Seats agreement={agreement({ ...ended, members })} />);
  await expect.element(page.getByText('No answer', { exact: true }).first()).toBeVisible();
  expect(page.getByText('No answer yet').elements()).toEqual([]);
});

it('the seats mark other members with a verified name and phone number, but not the viewer', async () => {
  const verified = person({ isVerified: true });
  const members = [true, false, false].map((isMe, index) =>
    seat({ isMe, requestId: idOf(30 + index), user: index === 2 ? person() : verified }),
  );
  await show(<Seats agreement={agreement({ members })} />);
  await expect.element(page.getByText('Verified')).toBeVisible();
  expect(page.getByRole('listitem').filter({ hasText: 'Verified' }).elements()).toHaveLength(1);
});
