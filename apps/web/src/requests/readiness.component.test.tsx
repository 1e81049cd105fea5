import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, ownRequest } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ReadinessPart } from './readiness.tsx';

const readyFor = (days: number) => {
  const readyUntil = new Date(Date.now() + days * MILLISECONDS_A_DAY).toISOString();
  return ownRequest({ readyUntil, acceptForMe: true });
};

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('readiness that ends soon is renewed by one press, which sends no other setting', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  await show(<ReadinessPart request={readyFor(4)} />);
  await page.getByRole('button', { name: 'Renew for 30 days' }).click();
  await expect
    .poll(() => api?.calls)
    .toEqual([{ path: `/api/requests/${idOf(10)}/readiness`, body: { ready: true } }]);
});

it('readiness that does not end soon shows no renewal', async () => {
  await show(<ReadinessPart request={readyFor(20)} />);
  await expect.element(page.getByRole('switch', { name: /^Yes, I go if I get this place/ })).toBeChecked();
  expect(page.getByRole('button', { name: 'Renew for 30 days' }).elements()).toEqual([]);
});

it('the duration describes the switch, and a press shows what readiness means', async () => {
  await show(<ReadinessPart request={ownRequest({ readyUntil: null })} />);
  const choice = page.getByRole('switch', { name: /^Yes, I go if I get this place/ });
  await expect
    .element(choice)
    .toHaveAccessibleDescription('Only then do rounds of proposals ask you. For 30 days');
  const meaning = page.getByText(/^Rounds of proposals ask/);
  await expect.element(meaning).not.toBeVisible();
  await page.getByText(/What this means/).click();
  await expect.element(meaning).toBeVisible();
  await expect.element(page.getByText(/If you say no to 3 of their proposals/)).toBeVisible();
});
