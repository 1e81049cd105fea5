import type { PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { meOf } from '../testing/dashboards.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { storedInDatabases } from '../testing/stored.ts';
import { clearStored } from './answer-store.ts';
import { useMe } from './me.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { createQueryClient } from './query-client.ts';
import { clearSession } from './session.ts';
import { useAccess } from './use-access.ts';

const NOON = new Date('2026-06-15T06:30:00.000Z').getTime();

let api: ReturnType<typeof answerCalls> | undefined;
// Test files share a browser, and with it the storage.
beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  api?.stop();
  vi.restoreAllMocks();
  clearSession();
  forgetPaymentStatus();
  sessionStorage.clear();
  await clearStored();
  vi.useRealTimers();
});

const meWith = (payment: PaymentStatus) => meOf(signInAs(), { payment });
const paid = () => meWith({ isPaymentRequired: true, isPaid: true });

function Reader() {
  return <p>{useAccess()}</p>;
}

it('the last payment status gives the access at once for a minute, also after a reload, and later answers renew it', async () => {
  signInAs();
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<unknown>());
  api = answerCalls(async () => ({
    status: 200,
    body: await answers[(api?.calls.length ?? 1) - 1]?.promise,
  }));
  vi.useFakeTimers({ toFake: ['Date'] });
  const visits = [
    [0, 'checking'],
    // A poll of this test advances the clock by its interval.
    [59_000, 'open'],
    [125_000, 'checking'],
  ] as const;
  for (const [index, [passed, atOnce]] of visits.entries()) {
    vi.setSystemTime(NOON + passed);
    await clearStored();
    // Each render has its own query cache, as after a reload.
    const screen = await show(<Reader />);
    await expect.element(page.getByText(atOnce)).toBeVisible();
    await expect.poll(() => api?.calls).toHaveLength(index + 1);
    answers[index]?.resolve(paid());
    await expect.element(page.getByText('open')).toBeVisible();
    await screen.unmount();
  }
});

it('a stored status with a time in the future is fetched again', async () => {
  const userId = signInAs()._id;
  const status = { isPaymentRequired: true, isPaid: false };
  sessionStorage.setItem(
    'paymentStatus',
    JSON.stringify({ userId, checkedAt: Date.now() + 3_600_000, status }),
  );
  api = answerCalls(() => ({ status: 200, body: paid() }));
  await show(<Reader />);
  await expect.element(page.getByText('open')).toBeVisible();
});

it('a failed check gives the access `unverified`', async () => {
  signInAs();
  api = answerCalls(() => ({ status: 503, body: {} }));
  await show(<Reader />);
  await expect.element(page.getByText('unverified')).toBeVisible();
});

it('a check that fails after an earlier one succeeded keeps the access', async () => {
  signInAs();
  api = answerCalls(() =>
    api?.calls.length === 1 ? { status: 200, body: paid() } : { status: 502, body: {} },
  );
  await show(<ReaderWithRefetch />);
  await expect.element(page.getByText('open')).toBeVisible();
  await page.getByRole('button').click();
  await expect.element(page.getByText('failed')).toBeVisible();
  await expect.element(page.getByText('open')).toBeVisible();
});

function ReaderWithRefetch() {
  const { refetch, isError } = useMe();
  return (
    <>
      <Reader />
      <button onClick={() => void refetch()} type="button">
        {isError ? 'failed' : 'check'}
      </button>
    </>
  );
}

it('a full storage does not hide that the teacher has paid', async () => {
  signInAs();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No space is left', 'QuotaExceededError');
  });
  api = answerCalls(() => ({ status: 200, body: paid() }));
  await show(<Reader />);
  await expect.element(page.getByText('open')).toBeVisible();
});

it('a page restored after a logout that it did not notice has no session', async () => {
  signInAs();
  api = answerCalls(() => ({ status: 200, body: paid() }));
  await show(<Reader />);
  await expect.element(page.getByText('open')).toBeVisible();
  for (const name of ['token', 'user']) localStorage.removeItem(name);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(page.getByText('anonymous')).toBeVisible();
});

it.each([
  [{ isPaymentRequired: true, isPaid: true }, 'open'],
  [{ isPaymentRequired: false, isPaid: false }, 'open'],
  // The teacher may have paid since.
  [{ isPaymentRequired: true, isPaid: false }, 'checking'],
])('before the server answers, the stored status %o gives the access %s', async (data, access) => {
  const userId = signInAs()._id;
  const answer = Promise.withResolvers<void>();
  api = answerCalls(async () => {
    await answer.promise;
    return { status: 200, body: meWith({ isPaymentRequired: true, isPaid: false }) };
  });
  const client = createQueryClient(() => {});
  const key = ['me', userId, 'en'];
  client.setQueryData(key, paid());
  await expect.poll(storedInDatabases).toContain('isPaymentRequired');
  client.setQueryData(key, meWith(data));
  await expect
    .poll(async () => (await storedInDatabases()).includes('isPaymentRequired'))
    .toBe(access === 'open');
  await show(<Reader />);
  await expect.element(page.getByText(access)).toBeVisible();
  answer.resolve();
  await expect.element(page.getByText('unpaid')).toBeVisible();
});
