import { DEFAULT_LANGUAGE, languageEntry } from '@mutual-transfer/domain/language/language';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { formatsOf } from '../platform/i18n/formats.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { firstDay, GrowthChart } from './growth-chart.tsx';

const { date } = formatsOf(languageEntry(DEFAULT_LANGUAGE).locale);

let api: ReturnType<typeof answerCalls> | undefined;
/** Shortly before midnight in India. */
const NOW = new Date('2026-06-15T18:29:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  api?.stop();
});

it('an administrator sees new teachers and payments by day', async () => {
  const today = firstDay(NOW, 1);
  const quiet = {
    requests: 0,
    completed: 0,
    invitationVisits: 0,
    invitationRegistrations: 0,
    missingVisits: 0,
    missingRegistrations: 0,
  };
  const days = [
    { day: firstDay(NOW, 2), registrations: 7, payments: 2, income: 20, ...quiet },
    { day: today, registrations: 4, payments: 125, income: 1250, ...quiet },
  ];
  api = answerCalls(() => ({ status: 200, body: { days } }));
  await show(<GrowthChart userId="the account" />);
  expect(api.calls).toEqual([]);
  await page.getByText('Growth', { exact: true }).click();
  await page.getByText('The numbers').click();
  const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row');
  await expect.element(rowsOf('New teachers').last()).toHaveTextContent(`${date(today)}4`);
  await page.getByRole('combobox', { name: 'Show' }).selectOptions('Income');
  await expect.element(rowsOf('Income').last()).toHaveTextContent(`${date(today)}₹1,250`);
});
