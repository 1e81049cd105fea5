import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { TeacherWhere } from './teacher-where.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const bodies: Readonly<Record<string, unknown>> = {
  '/api/requests/my': { requests: [ownRequest()] },
  [`/api/requests/${idOf(10)}/reach`]: {
    places: [{ place: 'Gaya', isWished: true, now: 2, shortest: 2, pairs: 1 }],
  },
  '/api/requests/demand': {
    places: [{ place: 'Gaya', coming: 12, leaving: 7 }],
    anyBlock: null,
    routes: [],
  },
};

/** Button that loads every answer again. */
function Again() {
  const client = useQueryClient();
  const isIdle = useIsFetching() === 0;
  return (
    <button onClick={() => void client.invalidateQueries()} type="button">
      {isIdle ? 'Load again' : 'Loading again'}
    </button>
  );
}

it('the map stays on the screen while the server cannot be reached', async () => {
  const session = { token: 'a token', user: signInAs() };
  api = answerCalls((path) => ({
    status: 200,
    body: bodies[path] ?? { districts: null, blocks: null, credit: null },
  }));
  await show(
    <>
      <Again />
      <TeacherWhere session={session} />
    </>,
    'en',
    '/where',
  );
  const gaya = page.getByRole('list').getByRole('link', { name: /^Gaya\./ });
  await expect.element(gaya).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible();
  api.stop();
  api = answerCalls(() => Promise.reject(new Error('No connection')));
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect.poll(() => api?.calls.map(({ path }) => path)).toContain('/api/requests/my');
  await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible();
  await expect.element(gaya).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
