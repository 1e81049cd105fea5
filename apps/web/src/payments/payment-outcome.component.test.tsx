import { Navigate, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { Paid } from './payment-page.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Renders the current path and the notice shown there. */
function Landed() {
  const { pathname, state } = useLocation();
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>;
}

it.each([
  ['/privacy-management', '/privacy-management'],
  ['/payment', '/dashboard'],
])('a teacher who came from %s and paid is redirected to %s two seconds later', async (from, to) => {
  await show(
    <Routes>
      <Route element={<Navigate state={{ from }} to="/payment" />} path="/" />
      <Route element={<Paid />} path="/payment" />
      <Route element={<Landed />} path="*" />
    </Routes>,
  );
  const success = page.getByRole('heading', { name: 'Payment Successful!' });
  await expect.element(success).toBeVisible();
  vi.advanceTimersByTime(1_999);
  await expect.element(success).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(page.getByText(`${to} {"notice":"paid"}`)).toBeVisible();
});
