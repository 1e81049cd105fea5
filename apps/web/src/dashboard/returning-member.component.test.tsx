import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { writeOwn } from '../platform/offline/account-cache.ts';
import { useLastState } from '../platform/offline/use-last-state.ts';
import { clearSession, OWN_CACHE } from '../platform/session/session.ts';
import { agreement } from '../testing/agreements.ts';
import { idOf, match, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import DashboardPage from './dashboard-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(async () => {
  api?.stop();
  clearSession();
  await caches.delete(OWN_CACHE);
});

const pagination = { page: 1, limit: 20, total: 1, pages: 1, totalIsExact: true };
const deadline = new Date(Date.now() + 86_400_000).toISOString();

/** Dashboard that restores the last state, as the root component does. */
function Dashboard() {
  useLastState(useQueryClient());
  return <DashboardPage />;
}

/**
 * Shows the dashboard with the answers of an earlier visit, before the server answers.
 * @returns a function that makes the server answer with the given waiting proposals.
 */
async function showLastState() {
  const { _id: userId } = signInAs();
  const answers = {
    'my-requests': [ownRequest()],
    [`matches/${idOf(10)}/en`]: { matches: [match()], total: 1, perfect: 1, wantsYourPlace: 0 },
    'agreements/waiting': { agreements: [agreement({ deadline })], pagination },
  };
  for (const [words, data] of Object.entries(answers)) {
    const answer = { userId, data, at: Date.now() - 3_600_000, load: 1, build: '' };
    await writeOwn(`/stored/answers/${words}`, answer);
  }
  const asked = Promise.withResolvers<unknown>();
  const never = new Promise<unknown>(() => {});
  api = answerCalls(async (path) => ({
    status: 200,
    body: await (path === '/api/agreements' ? asked.promise : never),
  }));
  await show(<Dashboard />);
  const best = page.getByRole('region', { name: 'Your Top Matches' }).getByRole('article').first();
  await expect.element(best).toBeVisible();
  return (agreements: readonly unknown[]) => asked.resolve({ agreements, pagination });
}

const proposal = () => page.getByRole('region', { name: 'Waiting for your answer' });

it('a waiting proposal is restored without names, which are shown once the server answers', async () => {
  const answer = await showLastState();
  expect(proposal().elements()).toHaveLength(1);
  await expect.element(proposal().getByText(/^With a teacher in Danapur, Patna/)).toBeVisible();
  expect(document.body.textContent).not.toContain('Sunita');
  answer([agreement({ deadline })]);
  await expect.element(proposal().getByText(/^With Sunita Kumari/)).toBeVisible();
});

it('a restored proposal that has ended disappears once the server answers', async () => {
  const answer = await showLastState();
  await expect.element(proposal()).toBeVisible();
  answer([]);
  await expect.element(proposal()).not.toBeInTheDocument();
});
