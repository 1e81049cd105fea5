import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { OrdersPart } from './papers-part.tsx';

it('an order has its number, its date and a link that checks its code', async () => {
  await show(<OrdersPart orders={[{ number: 'EST/12-3', date: '2026-06-15', code: 'ABCD-EFGH-JKMN' }]} />);
  await expect.element(page.getByRole('region', { name: 'Order of the office' })).toBeVisible();
  await expect.element(page.getByText('EST/12-3')).toBeVisible();
  await expect.element(page.getByText('15 Jun 2026')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'ABCD-EFGH-JKMN' }))
    .toHaveAttribute('href', '/order/ABCD-EFGH-JKMN');
});

it('without an order nothing is shown', async () => {
  await show(<OrdersPart orders={[]} />);
  expect(page.getByRole('region').elements()).toEqual([]);
});
