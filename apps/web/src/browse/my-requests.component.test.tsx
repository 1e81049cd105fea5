import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import RequestSuccess from '../requests/request-success.tsx';
import { acceptedProposal, agreement, agreementList } from '../testing/agreements.ts';
import { meOf } from '../testing/dashboards.ts';
import { idOf, ownRequest, signInAs } from '../testing/people.ts';
import { noAdvice, ring } from '../testing/rings.ts';
import { answerCalls, show } from '../testing/show.tsx';
import MyRequests from './my-requests.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
});

const screens = {
  'My matches': <MyRequests />,
  'result of posting': <RequestSuccess requests={[ownRequest()]} title="Posted" userId={idOf(1)} />,
};

it.each(Object.entries(screens))(
  'on the page “%s” readiness and advice appear together with the news above them',
  async (_name, screen) => {
    const me = meOf(signInAs());
    const rings = Promise.withResolvers<void>();
    api = answerCalls(async (path) => {
      if (path.endsWith('/rings')) {
        await rings.promise;
        return { status: 200, body: { rings: [ring], total: 1 } };
      }
      if (path.endsWith('/matches')) {
        return {
          status: 200,
          body: {
            matches: [],
            total: 0,
            perfect: 0,
            wantsYourPlace: 0,
            registered: { perfect: 0, wantsYourPlace: 0 },
          },
        };
      }
      if (path.endsWith('/advice')) return { status: 200, body: noAdvice };
      if (path.endsWith('/requests/my')) return { status: 200, body: { requests: [ownRequest()] } };
      return { status: 200, body: path === '/api/me' ? me : agreementList() };
    });
    await show(screen);
    await expect.poll(() => api?.calls.some(({ path }) => path.endsWith('/rings'))).toBe(true);
    await expect.poll(() => api?.calls.some(({ path }) => path.endsWith('/matches'))).toBe(true);
    expect(page.getByRole('switch').elements()).toEqual([]);
    expect(page.getByRole('heading', { name: 'A ring of 3 is complete' }).elements()).toEqual([]);
    rings.resolve();
    await expect.element(page.getByRole('heading', { name: 'A ring of 3 is complete' })).toBeVisible();
    const chances = page.getByRole('region', { name: 'Your chances' });
    await expect.element(chances.getByRole('switch')).toBeVisible();
    await expect.element(chances.getByText('What can I do to get to Bodh Gaya, Gaya?')).toBeVisible();
  },
);

it('a payment status that cannot be read is a failure with a retry, and no request to pay', async () => {
  const me = meOf(signInAs());
  let isDown = true;
  api = answerCalls((path) => {
    if (path === '/api/me') return isDown ? { status: 502, body: {} } : { status: 200, body: me };
    return { status: 200, body: { requests: [ownRequest({ status: 'withdrawn' })], ...agreementList() } };
  });
  await show(<MyRequests />);
  await expect.element(page.getByText(/^Your account could not be checked/)).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/^None of your requests is active/)).toBeVisible();
});

it('the notice of My matches without an active request does not link to the page itself', async () => {
  const me = meOf(signInAs());
  const requests = [ownRequest({ status: 'withdrawn' })];
  api = answerCalls(() => ({ status: 200, body: { ...me, requests, ...agreementList() } }));
  await show(<MyRequests />);
  await expect.element(page.getByText(/^None of your requests is active/)).toBeVisible();
  expect(page.getByRole('link', { name: 'Look again' }).elements()).toEqual([]);
});

it.each(Object.entries(screens))(
  'on the page “%s” open proposals are above the readiness and the matches',
  async (_name, screen) => {
    const me = meOf(signInAs());
    const answers: Record<string, unknown> = {
      '/api/me': me,
      '/api/agreements': { agreements: [agreement()], accepted: [acceptedProposal()] },
      '/api/requests/my': { requests: [ownRequest()] },
      [`/api/requests/${idOf(10)}/rings`]: { rings: [ring], total: 1 },
      [`/api/requests/${idOf(10)}/matches`]: {
        matches: [],
        total: 0,
        perfect: 0,
        wantsYourPlace: 0,
        registered: { perfect: 0, wantsYourPlace: 0 },
      },
      [`/api/requests/${idOf(10)}/advice`]: noAdvice,
    };
    api = answerCalls((path) => ({ status: 200, body: answers[path] ?? {} }));
    await show(screen);
    const waiting = page.getByRole('region', { name: 'Waiting for your answer' });
    await expect
      .element(waiting.getByRole('link', { name: 'Answer' }))
      .toHaveAttribute('href', `/agreements/${idOf(20)}`);
    const accepted = page.getByRole('region', { name: 'Proposals that wait for the others' });
    const chances = page.getByRole('region', { name: 'Your chances' });
    const parts = [waiting, accepted, chances].map((part) => part.element());
    const tops = parts.map((part) => part.getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  },
);
