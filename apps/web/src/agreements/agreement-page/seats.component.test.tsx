import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement, seat } from '../../testing/agreements.ts';
import { idOf, person } from '../../testing/people.ts';
import { show } from '../../testing/show.tsx';
import { Seats } from './seats.tsx';

it.each([
  ['en', 2, 'A no ends this proposal. Then a new one with another teacher is possible.'],
  ['hi', 2, 'दूसरे शिक्षक या आप मना करें, तो यह प्रस्ताव समाप्त होगा। तब किसी और शिक्षक के साथ नया प्रस्ताव बन सकता है।'],
  ['en', 3, 'A no ends this proposal. For 2 of the members, a new one with another teacher is possible.'],
  ['hi', 3, 'कोई एक मना करे, तो यह प्रस्ताव समाप्त होगा। 2 सदस्यों की जगह दूसरा शिक्षक लेकर नया प्रस्ताव बन सकता है।'],
] as const)(
  'the seats say that a no ends the proposal, also where other teachers could take a seat (%s, %i members)',
  async (language, length, sentence) => {
    const members = Array.from({ length }, (_, index) =>
      seat({ isMe: index === 0, requestId: idOf(30 + index) }),
    );
    await show(<Seats agreement={agreement({ standby: 2, members })} />, language);
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

it('a group of more than two folds the details of each other member, a pair does not', async () => {
  const taken = (['submitted', 'otp'] as const).map((step) => ({ step, at: '2026-06-16T06:30:00.000Z' }));
  const user = person({ phone: '9876543210' });
  const members = [true, false, false].map((isMe, index) =>
    seat({ isMe, requestId: idOf(30 + index), user, steps: isMe ? [] : taken }),
  );
  const call = page.getByRole('link', { name: /^Call/ });
  const view = await show(<Seats agreement={agreement({ members })} />);
  await expect.element(page.getByText(/^Confirmed with the one-time password/).first()).toBeVisible();
  expect(call.elements()).toEqual([]);
  await expect.element(page.getByText(/^Formed the group/).first()).not.toBeVisible();
  await page
    .getByText(/^Reach /)
    .first()
    .click();
  await expect.element(call.first()).toBeVisible();
  await expect.element(page.getByText(/^Formed the group/).first()).toBeVisible();
  await view.unmount();
  await show(<Seats agreement={agreement({ members: members.slice(0, 2) })} />);
  await expect.element(call).toBeVisible();
});

it('the seats of an agreed pair leave the contact to the head of the page', async () => {
  const members = [true, false].map((isMe, index) =>
    seat({ isMe, requestId: idOf(30 + index), user: person({ phone: '9876543210' }) }),
  );
  await show(<Seats agreement={agreement({ state: 'agreed', members })} />);
  await expect.element(page.getByText(/^2\. /)).toBeVisible();
  expect(page.getByRole('link', { name: /^Call/ }).elements()).toEqual([]);
});
