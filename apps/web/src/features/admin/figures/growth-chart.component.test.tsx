import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../../../testing/show.tsx';
import { GrowthChart } from './growth-chart.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('an administrator sees new teachers by day, and what was paid', async () => {
  const quiet = { requests: 0, completed: 0 };
  const days = [
    { day: '2026-06-14', registrations: 7, payments: 2, income: 20, ...quiet },
    { day: '2026-06-15', registrations: 4, payments: 125, income: 1250, ...quiet },
  ];
  api = answerCalls(() => ({ status: 200, body: { days } }));
  await show(<GrowthChart token="a token" />);
  const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row');
  await expect.element(rowsOf('New teachers').last()).toHaveTextContent('15 Jun 20264');
  await page.getByRole('combobox', { name: 'Show' }).selectOptions('Income');
  await expect.element(rowsOf('Income').last()).toHaveTextContent('15 Jun 2026₹1,250');
});
