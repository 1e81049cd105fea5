import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement } from '../testing/agreements.ts';
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
