import type { ConsentList } from '@mutual-transfer/domain/seasons/consent';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Consents } from './consents.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const list = (consents: ConsentList['consents']): ConsentList => ({
  consents,
  pagination: { page: 1, limit: 25, total: consents.length, totalIsExact: true, pages: 1 },
});

it('the register shows who consented, when, and to which sentence', async () => {
  const consent = {
    teacher: { _id: '01990000-0000-7000-8000-000000000001', name: 'Asha Kumari' },
    ...{ district: 'Gaya', block: 'Bodh Gaya', subject: 'Urdu', classRange: '6-8' },
    givenAt: '2026-06-15T06:30:00.000Z',
    sentence: 'If a place that I wish for comes, I take it.',
  };
  const _id = '01990000-0000-7000-8000-000000000002';
  const moved = { ...consent, teacher: { _id, name: 'Nikki Baitha', isElsewhere: true as const } };
  api = answerCalls(() => ({ status: 200, body: list([consent, moved]) }));
  await show(<Consents userId="a" />);
  await expect.element(page.getByRole('link', { name: 'Asha Kumari' })).toBeVisible();
  await expect.element(page.getByText(consent.sentence)).toBeVisible();
  await expect.element(page.getByRole('time').first()).toHaveAttribute('datetime', consent.givenAt);
  await expect
    .element(page.getByRole('rowheader', { name: 'Nikki Baitha Posted outside your districts by now' }))
    .toBeVisible();
  expect(page.getByRole('link', { name: 'Nikki Baitha' }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Download (CSV)' })).toBeVisible();
});

it('shows a message if no teacher has consented', async () => {
  api = answerCalls(() => ({ status: 200, body: list([]) }));
  await show(<Consents userId="a" />);
  await expect.element(page.getByText('No consent to show')).toBeVisible();
});
