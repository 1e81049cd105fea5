import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { meOf } from '../testing/dashboards.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { Header } from './header.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a number of unread alerts with two digits stands in one line beside the bell', async () => {
  // On a narrower screen the bar has the alerts.
  await page.viewport(800, 640);
  const body = meOf(signInAs(), { waiting: { alerts: 12, proposals: 0 } });
  api = answerCalls(() => ({ status: 200, body }));
  await show(<Header />);
  const number = page.getByText('12', { exact: true });
  await expect.element(number).toBeVisible();
  const { height, width } = number.element().getBoundingClientRect();
  expect(height).toBeLessThanOrEqual(width);
});
