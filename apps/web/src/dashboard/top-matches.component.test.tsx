import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useOwnMatches } from '../matches/use-own-matches.ts';
import { clearSession } from '../platform/session/session.ts';
import { match, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { TopMatches } from './top-matches.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('top matches that fail to load show an error with a retry', async () => {
  const { _id: userId } = signInAs();
  const Top = () => <TopMatches {...useOwnMatches(userId, [ownRequest()])} whyNot={undefined} />;
  api = answerCalls(() => ({ status: 503, body: { message: 'Later.', code: 'busy' } }));
  await show(<Top />);
  await expect.element(page.getByText('Later.')).toBeVisible();
  api.stop();
  const counts = { total: 1, perfect: 1, wantsYourPlace: 0 };
  api = answerCalls(() => ({ status: 200, body: { matches: [match()], ...counts } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sunita Kumari' })).toBeVisible();
});
