import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { useIsFetching } from '@tanstack/react-query';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../../platform/session.ts';
import { agreement, seat } from '../../testing/agreements.ts';
import { idOf, signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import AgreementPage from './agreement-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

function Loaded() {
  return useIsFetching() === 0 && <p>All is loaded</p>;
}

/** Shows the page of a declined proposal with these answers of the reader and of another member. */
async function showDeclined(mine: 'yes' | 'no', other: 'yes' | 'no', isFree = true) {
  signInAs();
  const declined = agreement({
    state: 'declined',
    reason: 'refused',
    endedAt: '2026-06-16T06:30:00.000Z',
    can: { ...agreement().can, answer: [], message: false, repair: true },
    members: [seat({ answer: mine }), seat({ isMe: false, requestId: idOf(11), answer: other })],
  });
  const repairs = { smaller: [], standbys: [], askable: [], missing: [], isFree };
  api = answerCalls((path) => {
    if (path.endsWith('/messages')) return { status: 200, body: { messages: [] } };
    return { status: 200, body: path.endsWith('/repairs') ? repairs : declined };
  });
  await show(
    <>
      <AgreementPage />
      <Loaded />
    </>,
  );
}

const repair = () => page.getByRole('region', { name: 'What is possible instead' });

it('an answer shows the agreement that the server sends, and does not fetch it again', async () => {
  signInAs();
  const others = [seat({ isMe: false, requestId: idOf(11), answer: 'yes' })];
  const agreed = agreement({
    state: 'agreed',
    agreedAt: '2026-06-16T06:30:00.000Z',
    can: { ...agreement().can, answer: [] },
    members: [seat({ answer: 'yes' }), ...others],
  });
  api = answerCalls((path) => {
    if (path.endsWith('/messages')) return { status: 200, body: { messages: [] } };
    if (path === '/api/rules') return { status: 200, body: { day: '2026-06-15', rules: firstRules } };
    return { status: 200, body: path.endsWith('/answer') ? agreed : agreement() };
  });
  await show(
    <Routes>
      <Route element={<AgreementPage />} path="/agreements/:id" />
    </Routes>,
    'en',
    `/agreements/${idOf(20)}`,
  );
  await page.getByRole('button', { name: 'Yes, I agree' }).click();
  await expect.element(page.getByText('Congratulations, you have both agreed')).toBeVisible();
  const times = (what: string) =>
    api?.calls.filter(({ path }) => path === `/api/agreements/${idOf(20)}${what}`).length;
  expect([times('/answer'), times(''), times('/messages')]).toEqual([1, 1, 1]);
});

it('the page of a proposal that the reader declined says so, and offers no repair', async () => {
  await showDeclined('no', 'yes');
  await expect.element(page.getByText('You declined.')).toBeVisible();
  expect(repair().elements()).toEqual([]);
});

it('the page of a proposal that another member declined offers its repair', async () => {
  await showDeclined('yes', 'no');
  await expect.element(repair()).toBeVisible();
  await expect.element(page.getByText('A member said no.')).toBeVisible();
});

it('the page of a declined proposal offers no repair to a reader who is in another agreement', async () => {
  await showDeclined('yes', 'no', false);
  await expect.element(page.getByText('A member said no.')).toBeVisible();
  await expect.poll(() => api?.calls.some(({ path }) => path.endsWith('/repairs'))).toBe(true);
  await expect.element(page.getByText('All is loaded')).toBeVisible();
  expect(repair().elements()).toEqual([]);
});
