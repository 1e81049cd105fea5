import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearStored } from '../platform/answer-store.ts';
import { createQueryClient } from '../platform/query-client.ts';
import { clearSession } from '../platform/session.ts';
import { agreement, agreementList } from '../testing/agreements.ts';
import { dashboardOf } from '../testing/dashboards.ts';
import { match, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { storedInDatabases } from '../testing/stored.ts';
import DashboardPage from './dashboard-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(async () => {
  api?.stop();
  clearSession();
  await clearStored();
});

const deadline = new Date(Date.now() + 86_400_000).toISOString();

/**
 * Shows the dashboard with the answers of an earlier visit, before the server answers.
 * @returns a function that makes the server answer with the given waiting proposals.
 */
async function showLastState() {
  const { _id: userId } = signInAs();
  const client = createQueryClient(() => {});
  const of = (agreements: Agreement[]) =>
    dashboardOf({
      requests: [ownRequest()],
      matches: [match()],
      total: 1,
      perfect: 1,
      proposals: agreementList({ agreements }),
    });
  client.setQueryData(['dashboard', userId, 'en'], of([agreement({ deadline })]));
  await expect.poll(storedInDatabases).toContain('dashboard');
  const asked = Promise.withResolvers<unknown>();
  const never = new Promise<unknown>(() => {});
  api = answerCalls(async (path) => ({
    status: 200,
    body: await (path === '/api/dashboard' ? asked.promise : never),
  }));
  await show(<DashboardPage />);
  const best = page.getByRole('region', { name: 'Your Top Matches' }).getByRole('article').first();
  await expect.element(best).toBeVisible();
  return (agreements: Agreement[]) => asked.resolve(of(agreements));
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
