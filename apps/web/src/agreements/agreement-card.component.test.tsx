import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement, seat } from '../testing/agreements.ts';
import { idOf, person } from '../testing/people.ts';
import { show } from '../testing/show.tsx';
import { AgreementCard } from './agreements-page.tsx';

it.each([
  ['en', 'request_ended', 'Ended: a member withdrew', 'A member is no longer looking for this place.'],
  ['hi', 'request_ended', 'समाप्त: एक सदस्य हट गए', 'एक सदस्य अब यह जगह नहीं चाहते।'],
  ['en', 'rules_changed', 'Ended', 'The rules no longer allow this group.'],
  ['en', 'deadline', 'Lapsed', 'Not every member answered in time.'],
] as const)(
  'in %s the card of a proposal ended by %s shows the reason',
  async (language, reason, tag, text) => {
    const endedAt = '2026-06-16T06:30:00.000Z';
    const can = { ...agreement().can, answer: [] };
    await show(<AgreementCard agreement={agreement({ state: 'lapsed', reason, endedAt, can })} />, language);
    await expect.element(page.getByText(tag, { exact: true })).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
  },
);

it.each([
  ['en', 'declined', 'refused', 'no', 'You declined.'],
  ['hi', 'declined', 'refused', 'no', 'आपने मना किया।'],
  ['en', 'lapsed', 'deadline', 'open', 'You did not answer in time.'],
  ['en', 'broken', 'left', 'yes', 'You left it.'],
] as const)(
  'in %s the card of a %s swap tells the reader that they ended it',
  async (language, state, reason, answer, text) => {
    const ended = agreement({
      state,
      reason,
      endedBy: reason === 'left' ? person()._id : null,
      endedAt: '2026-06-16T06:30:00.000Z',
      can: { ...agreement().can, answer: [], repair: true },
      members: [seat({ answer }), seat({ isMe: false, requestId: idOf(11), answer: 'yes' })],
    });
    await show(<AgreementCard agreement={ended} />, language);
    await expect.element(page.getByText(text)).toBeVisible();
  },
);
