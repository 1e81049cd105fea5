import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { profileQuery } from '../platform/profile.ts';
import { clearSession, storeSession } from '../platform/session.ts';
import { agreementList } from '../testing/agreements.ts';
import { idOf, match, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { MatchCard } from './match-card.tsx';

const requestId = idOf(10);

const open = (name = 'Sunita Kumari') => page.getByRole('heading', { name }).click();

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const openCategory = match({
  criteria: [{ code: 'subject' }, { code: 'categoryNotStated' }],
  matchCriteria: ['Same subject: Mathematics', 'Category not stated by both'],
});

it('an unstated category is marked as open, and viewers who stated theirs read that it is the other’s', async () => {
  storeSession({ token: 'a token', user: { ...signInAs(), category: 'school' } });
  await show(<MatchCard match={openCategory} requestId={requestId} />);
  await open();
  await page.getByText('? Category not stated').click();
  const markerOf = (sentence: string) => getComputedStyle(page.getByText(sentence).element()).listStyleType;
  await expect.element(page.getByText('Category not stated by both')).toBeVisible();
  expect(markerOf('Category not stated by both')).toBe('"? "');
  expect(markerOf('Same subject: Mathematics')).toBe('"✓ "');
  await expect.element(page.getByRole('link', { name: 'State my category' })).not.toBeInTheDocument();
});

it.each([
  ['en', 'You have not given your category of service', 'State my category'],
  ['hi', 'आपने अपना शिक्षक का प्रकार नहीं बताया', 'मेरा प्रकार बताएँ'],
] as const)(
  'viewers who have not stated their own category read so, with a link to the profile (%s)',
  async (language, sentence, link) => {
    signInAs();
    await show(<MatchCard match={openCategory} requestId={requestId} />, language);
    await open();
    await page.getByText(`? ${sentence}`).click();
    await expect.element(page.getByRole('listitem').filter({ hasText: sentence })).toBeVisible();
    await expect.element(page.getByText('Category not stated by both')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', '/account/profile');
  },
);

it('a category stated on another device counts once the account has loaded', async () => {
  const account = signInAs();
  api = answerCalls(() => ({ status: 200, body: { ...account, category: 'school', ...agreementList() } }));
  const Profile = () => useQuery(profileQuery(account._id)).data && <p>loaded</p>;
  await show(
    <>
      <Profile />
      <MatchCard match={openCategory} requestId={requestId} />
    </>,
  );
  await expect.element(page.getByText('loaded')).toBeVisible();
  await open();
  await expect.element(page.getByText('? Category not stated')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'State my category' })).not.toBeInTheDocument();
});

it.each([
  ['without', null, 1],
  ['with', 'school', 0],
] as const)(
  'a proposal of a teacher %s a category asks for it as often as needed',
  async (_name, category, times) => {
    storeSession({ token: 'a token', user: { ...signInAs(), category } });
    api = answerCalls(() => ({
      status: 200,
      body: { day: '2026-06-15', rules: { ...firstRules, isOpen: true }, sources: [], ...agreementList() },
    }));
    await show(<MatchCard match={match()} requestId={requestId} />);
    await page.getByRole('button', { name: 'Propose this swap: Sunita Kumari' }).click();
    await expect.element(page.getByText('What happens then')).toBeVisible();
    await expect.poll(() => api?.calls.map(({ path }) => path)).toContain('/api/rules');
    await expect
      .poll(() => page.getByText(/swaps are usually between teachers of one category/).elements().length)
      .toBe(times);
  },
);
