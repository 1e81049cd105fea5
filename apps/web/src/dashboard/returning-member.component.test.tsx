import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../platform/api/query-client.ts';
import { clearStored } from '../platform/offline/answer-store.ts';
import { clearSession } from '../platform/session/session.ts';
import { agreement } from '../testing/agreements.ts';
import { idOf, match, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { storedInDatabases } from '../testing/stored.ts';
import DashboardPage from './dashboard-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(async () => {
  api?.stop();
  clearSession();
  await clearStored();
});

const pagination = { page: 1, limit: 20, total: 1, pages: 1, totalIsExact: true };
const deadline = new Date(Date.now() + 86_400_000).toISOString();

/**
 * Shows the dashboard with the answers of an earlier visit, before the server answers.
 * @returns a function that makes the server answer with the given waiting proposals.
 */
async function showLastState() {
  const { _id: userId } = signInAs();
  const client = createQueryClient(() => {});
  client.setQueryData(['my-requests', userId], [ownRequest()]);
  const found = { matches: [match()], total: 1, perfect: 1, wantsYourPlace: 0 };
  client.setQueryData(['matches', userId, idOf(10), 'en'], found);
  client.setQueryData(['agreements', userId, 'waiting'], {
    agreements: [agreement({ deadline })],
    pagination,
  });
  for (const part of ['my-requests', 'matches', 'waiting'])
    await expect.poll(storedInDatabases).toContain(part);
  const asked = Promise.withResolvers<unknown>();
  const never = new Promise<unknown>(() => {});
  api = answerCalls(async (path) => ({
    status: 200,
    body: await (path === '/api/agreements' ? asked.promise : never),
  }));
  await show(<DashboardPage />);
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
