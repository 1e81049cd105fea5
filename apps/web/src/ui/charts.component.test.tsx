import { agreementMessages } from '@mutual-transfer/domain/language/packs/hi/agreement-messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { BarChart } from './charts.tsx';

it('a bar chart with long names fits a phone, and keeps a date on one line', async () => {
  await page.viewport(360, 640);
  const names = [
    ...Object.entries(agreementMessages).filter(([key]) => key.startsWith('ended.')),
    ['day', '23 Nov 2026'],
  ];
  const bars = names.map(([id, label]) => ({ id: String(id), label: String(label), value: 12, text: '12' }));
  await show(<BarChart bars={bars} columns={['Reason', 'How many']} label="Why proposals ended" />, 'hi');
  const heights = page
    .getByRole('rowheader')
    .elements()
    .map((element) => element.getBoundingClientRect().height);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(heights.at(-1)).toBeLessThan(40);
});
