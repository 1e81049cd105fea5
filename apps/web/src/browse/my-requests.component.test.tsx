import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session/session.ts';
import { match, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import MyRequests from './my-requests.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('the requests appear together with the news above them', async () => {
  signInAs();
  const rings = Promise.withResolvers<void>();
  api = answerCalls(async (path) => {
    if (path.endsWith('/rings')) {
      await rings.promise;
      return { status: 200, body: { rings: [], total: 0 } };
    }
    if (path.endsWith('/matches')) {
      return { status: 200, body: { matches: [match()], total: 1, perfect: 1, wantsYourPlace: 0 } };
    }
    if (path.endsWith('/requests/my')) return { status: 200, body: { requests: [ownRequest()] } };
    return { status: 200, body: { isPaymentRequired: false, hasPaid: true, isPaid: true } };
  });
  await show(<MyRequests />);
  await expect.poll(() => api?.calls.some(({ path }) => path.endsWith('/rings'))).toBe(true);
  await expect.poll(() => api?.calls.some(({ path }) => path.endsWith('/matches'))).toBe(true);
  expect(page.getByRole('switch').elements()).toEqual([]);
  expect(page.getByRole('heading', { name: 'Perfect Matches Found!' }).elements()).toEqual([]);
  rings.resolve();
  await expect.element(page.getByRole('heading', { name: 'Perfect Matches Found!' })).toBeVisible();
  await expect.element(page.getByRole('switch')).toBeVisible();
});
