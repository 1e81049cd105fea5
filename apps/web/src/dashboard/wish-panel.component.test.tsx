import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, storeSession } from '../platform/session.ts';
import { match, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { WishPanel } from './wish-panel.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it.each([
  [{ total: 3, perfect: 1 }, /^1 teacher can swap with you directly for Bodh Gaya, Gaya\./],
  [
    { total: 2, perfect: 0 },
    /^No teacher can swap with you directly for Bodh Gaya, Gaya yet; 2 fit in part\./,
  ],
  [{ total: 0, perfect: 0 }, /^No teacher fits your wish for Bodh Gaya, Gaya yet\./],
])('direct swaps are counted separately from other matches: %o', async (counts, sentence) => {
  signInAs();
  await show(<WishPanel {...counts} matches={[]} />);
  await expect.element(page.getByText(sentence)).toBeVisible();
});

it('with one direct swap the panel names the teacher, and leads to the matches', async () => {
  signInAs();
  await show(<WishPanel matches={[match()]} perfect={1} total={1} />);
  await expect.element(page.getByRole('heading', { name: 'Perfect Matches Found!' })).toBeVisible();
  await expect.element(page.getByText(/^A swap with Sunita Kumari is possible/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'See your matches' }))
    .toHaveAttribute('href', '/view-requests?tab=my');
});

it('the text of the request can be read before it is posted', async () => {
  signInAs();
  api = answerCalls(() => ({ status: 500, body: {} }));
  await show(<WishPanel matches={[]} perfect={0} total={0} />);
  const words = page.getByText(/“I registered with the wish to work there\. Please ask me\.”/);
  await expect.element(words).toBeVisible();
  await page.getByRole('button', { name: 'Post this wish now' }).click();
  await expect
    .poll(() => api?.calls[0]?.body)
    .toMatchObject({
      reason: 'I registered with the wish to work there.',
      additionalInfo: 'Please ask me.',
    });
});

it('the first posting asks for the contact, phone first, and a stored answer is not asked for again', async () => {
  const user = signInAs();
  api = answerCalls(() => ({ status: 500, body: {} }));
  const asked = await show(<WishPanel matches={[]} perfect={0} total={0} />);
  const choices = page.getByRole('radio').elements() as HTMLInputElement[];
  expect(choices.map(({ value }) => value)).toEqual(['phone', 'email', 'both']);
  await page.getByText('Email', { exact: true }).click();
  await page.getByRole('button', { name: 'Post this wish now' }).click();
  await expect.poll(() => api?.calls[0]?.body).toMatchObject({ contactPreference: 'email' });
  await asked.unmount();
  storeSession({ token: 'a token', user: { ...user, contactPreference: 'both' } });
  await show(<WishPanel matches={[]} perfect={0} total={0} />);
  await expect.element(page.getByRole('button', { name: 'Post this wish now' })).toBeVisible();
  expect(page.getByRole('radio').elements()).toEqual([]);
});

it('a teacher who moved and hid the record is not asked to post the wish of the registration', async () => {
  const user = signInAs();
  const asked = await show(<WishPanel matches={[]} perfect={0} total={0} />);
  await expect.element(page.getByRole('region')).toBeVisible();
  await asked.unmount();
  storeSession({ token: 'a token', user: { ...user, district: 'Gaya', postingBlock: 'Bodh Gaya' } });
  const { container } = await show(<WishPanel matches={[]} perfect={0} total={0} />);
  expect(container.textContent).toBe('');
});
