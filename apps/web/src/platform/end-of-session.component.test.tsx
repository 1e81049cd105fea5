import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Outlet, Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import Guard from '../frame/access-guard.tsx';
import { meOf } from '../testing/dashboards.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { clearStored } from './answer-store.ts';
import { callApi } from './client.ts';
import { useRefusal } from './end-of-session.ts';
import { createQueryClient } from './query-client.ts';
import { clearSession } from './session.ts';
import { useAccess } from './use-access.ts';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(async () => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
  await clearStored();
});

/** Handles refusals as the root of all pages does. */
function Root() {
  const onRefusal = useRefusal();
  const [client] = useState(() => createQueryClient(onRefusal));
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}

function Dashboard() {
  useQuery({ queryKey: ['dashboard'], queryFn: () => callApi('/dashboard') });
  return (
    <>
      <h1>Dashboard</h1>
      <Link to="/account">Account</Link>
    </>
  );
}

function Account() {
  const access = useAccess();
  return (
    <>
      <h1>Account</h1>
      <p>{access}</p>
    </>
  );
}

/** Shows the dashboard of a teacher who loses the access while its call is in flight. */
async function showDashboard() {
  const account = signInAs();
  const refusal = Promise.withResolvers<void>();
  let isPaid = true;
  api = answerCalls(async (path) => {
    if (path === '/api/me')
      return { status: 200, body: meOf(account, { payment: { isPaymentRequired: true, isPaid } }) };
    await refusal.promise;
    isPaid = false;
    return { status: 402, body: { message: 'Please complete the payment.', code: 'payment_required' } };
  });
  await show(
    <Routes>
      <Route element={<Root />}>
        <Route element={<Guard />}>
          <Route element={<Dashboard />} path="/dashboard" />
        </Route>
        <Route element={<Account />} path="/account" />
        <Route element={<h1>Payment</h1>} path="/payment" />
      </Route>
    </Routes>,
    'en',
    '/dashboard',
  );
  await expect.element(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  return refusal.resolve;
}

it('a call that requires payment leads from a page that needs it to the payment', async () => {
  const refuse = await showDashboard();
  refuse();
  await expect.element(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
});

it('a late refusal does not lead away from a page that is open without payment', async () => {
  const refuse = await showDashboard();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  refuse();
  await expect.element(page.getByText('unpaid')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible();
});
