import { buildReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearSession, storeSession } from '../platform/session.ts';
import { agreementList } from '../testing/agreements.ts';
import { idOf, match, ownRequest, person, signInAs } from '../testing/people.ts';
import { noAdvice } from '../testing/rings.ts';
import { answerCalls, show } from '../testing/show.tsx';
import RequestCreatePage from './new-request-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
});

/** Fills in the fields without defaults and posts. The API answers with these matches, `perfect` of them perfect. */
async function post(names: readonly string[], perfect = names.length, staleTime = 0) {
  signInAs();
  const matches = names.map((name, number) =>
    match({
      user: person({ _id: idOf(30 + number), name }),
      ...(number >= perfect && { isPerfectMatch: false, matchScore: 70 }),
    }),
  );
  const perfectFound = Math.min(perfect, matches.length);
  const found = {
    matches,
    total: matches.length,
    perfect: perfectFound,
    wantsYourPlace: matches.length - perfectFound,
    registered: { perfect: 0, wantsYourPlace: 0 },
  };
  const posted = { request: ownRequest({ _id: idOf(20) }), ...found, alsoPosted: [] };
  let requests: TransferRequest[] = [];
  api = answerCalls((path, body) => {
    if (path === '/api/requests' && body !== undefined) {
      requests = [posted.request];
      return { status: 201, body: { data: posted } };
    }
    const others = { requests, rings: [], ...noAdvice, ...agreementList() };
    return { status: 200, body: path.endsWith('/matches') ? found : others };
  });
  await show(<RequestCreatePage />, 'en', '/', staleTime);
  await page.getByRole('textbox', { name: 'Reason' }).fill('My parents are old.');
  await page.getByRole('textbox', { name: 'Additional information' }).fill('In June.');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect.element(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
  return api.calls.find(({ path, body }) => path === '/api/requests' && body !== undefined)?.body;
}

it('shows the posted request and its matches from the answer, and fetches neither', async () => {
  await post(['Rekha Devi'], 1, 60_000);
  await expect.element(page.getByRole('article').filter({ hasText: 'Rekha Devi' })).toBeVisible();
  await expect.poll(() => api?.calls.some(({ path }) => path.endsWith('/rings'))).toBe(true);
  const times = (path: string) => api?.calls.filter((call) => call.path === path).length;
  // The form reads the own requests.
  expect(times('/api/requests/my')).toBe(1);
  expect(times(`/api/requests/${idOf(20)}/matches`)).toBe(0);
});

it('starts without the registered wish if an open request asks for it', async () => {
  signInAs();
  const requests = [ownRequest({ desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' })];
  api = answerCalls(() => ({ status: 200, body: { requests, ...agreementList() } }));
  await show(<RequestCreatePage />);
  await expect.element(page.getByRole('combobox', { name: 'Desired district' })).toHaveTextContent('');
  await expect.element(page.getByRole('combobox', { name: 'Desired block' })).toBeDisabled();
});

it('starts with the wish, subject and class level of the account, and the defaults of a request', async () => {
  expect(await post([])).toMatchObject({
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
    subject: 'Mathematics',
    classRange: '6-8',
    reason: 'My parents are old.',
    additionalInfo: 'In June.',
    urgency: 'medium',
    contactPreference: 'email',
    privacySettings: { hideName: false, hidePhone: false, hideEmail: false, hideSchoolName: false },
  });
  await expect.element(page.getByText('No Matches Found Yet')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Go to Dashboard' }))
    .toHaveAttribute('href', '/dashboard');
});

it('shows the number of matches and each with score, tags, first criteria, places and contact', async () => {
  await post(['Rekha Devi', 'Usha Devi']);
  await expect.element(page.getByText(/2 potential matches/)).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: 'Rekha Devi' });
  await card.getByRole('heading').click();
  for (const text of [
    '100% match',
    'Perfect Match',
    'Active Request',
    '✓ Subject',
    '✓ Their district',
    '+2 more',
  ])
    await expect.element(card.getByText(text)).toBeVisible();
  for (const text of [
    'Rajkiya Madhya Vidyalaya',
    'Danapur, Patna',
    'Bodh Gaya, Gaya',
    'Mathematics · 6-8 Upper Primary',
  ])
    await expect.element(card.getByText(text)).toBeVisible();
  await expect.element(card.getByRole('link', { name: /Call/ })).toHaveTextContent('9876543210');
});

it('offers to propose the only direct swap beside the news, and shows no advice', async () => {
  await post(['Rekha Devi', 'Usha Devi'], 1);
  const news = page.getByRole('region', { name: 'Perfect Matches Found!' });
  await expect.element(news.getByRole('button', { name: 'Propose this swap: Rekha Devi' })).toBeVisible();
  await expect.element(page.getByText('The numbers today')).not.toBeInTheDocument();
});

it('shows some of many matches with a link to the dashboard, and the number of all', async () => {
  await post(
    Array.from({ length: 14 }, (_, number) => `Teacher ${String.fromCodePoint(65 + number)}`),
    3,
  );
  await expect.element(page.getByText(/We found 14 potential matches/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Direct 3' })).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('link', { name: 'Want my district 11' })).toBeVisible();
  await expect.element(page.getByText('Showing top 10 matches out of 14 total.')).toBeVisible();
  const cards = page.getByRole('article');
  expect(cards.elements()).toHaveLength(3);
  await page.getByRole('heading', { name: 'Others who fit in part' }).click();
  expect(cards.elements()).toHaveLength(10);
  const toDashboard = page.getByRole('link', { name: 'Go to Dashboard' }).element();
  expect(toDashboard.compareDocumentPosition(cards.first().element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await page.getByRole('button', { name: 'Show more matches' }).click();
  await expect.poll(() => cards.elements().length).toBe(14);
});

it('keeps showing the result when another list in it is selected', async () => {
  await post(['Rekha Devi'], 0);
  await page.getByRole('link', { name: 'Rings 0' }).click();
  await expect.element(page.getByText(/No ring goes through your requests yet/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
});

it('links from the result to another request', async () => {
  await post([]);
  await page.getByRole('link', { name: 'Post another request' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
});

it('shows the form, not the result, to another teacher who returns to the result', async () => {
  await post([]);
  storeSession({ token: 'another token', user: { ...signInAs(), _id: idOf(2) } });
  await expect.element(page.getByRole('button', { name: 'Submit Request' })).toBeVisible();
  await expect.element(page.getByText('No Matches Found Yet')).not.toBeInTheDocument();
});

it('keeps the input of a request that cannot be posted, and posts it once after a double click', async () => {
  signInAs();
  const isPost = (path: string, body: unknown) => path === '/api/requests' && body !== undefined;
  let isDown = true;
  api = answerCalls((path, body) => {
    if (!isPost(path, body))
      return {
        status: 200,
        body: {
          ...{ requests: [], matches: [], total: 0, perfect: 0, wantsYourPlace: 0 },
          ...{ registered: { perfect: 0, wantsYourPlace: 0 }, rings: [], ...noAdvice, ...agreementList() },
        },
      };
    if (isDown) return { status: 500, body: {} };
    const data = {
      request: ownRequest(),
      matches: [],
      total: 0,
      perfect: 0,
      wantsYourPlace: 0,
      registered: { perfect: 0, wantsYourPlace: 0 },
      alsoPosted: [],
    };
    return { status: 201, body: { data } };
  });
  const posts = () => api?.calls.filter(({ path, body }) => isPost(path, body)).length;
  await show(<RequestCreatePage />);
  const submit = page.getByRole('button', { name: 'Submit Request' });
  await expect.element(page.getByText(/^For example: by when, what your school is like\./)).toBeVisible();
  await submit.click();
  await expect.poll(() => page.getByText('Please fill in this field.').elements().length).toBe(2);
  expect(posts()).toBe(0);
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await reason.fill('My mother is ill.');
  await page.getByRole('textbox', { name: 'Additional information' }).fill('I can move at once.');
  await submit.click();
  await expect.element(page.getByText('Failed to create transfer request')).toBeVisible();
  await expect.element(reason).toHaveValue('My mother is ill.');
  expect(posts()).toBe(1);
  isDown = false;
  pressAgain(submit.element());
  await submit.dblClick();
  await expect.element(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
  expect(posts()).toBe(2);
});

/** Presses the button again each time it stops being busy. */
function pressAgain(button: Element): void {
  new MutationObserver(() => {
    if (button instanceof HTMLElement && !button.hasAttribute('data-busy')) button.click();
  }).observe(button, { attributeFilter: ['data-busy'] });
}

it('marks a place that is named twice, and posts nothing', async () => {
  signInAs();
  api = answerCalls((path) =>
    path === '/api/reference'
      ? { status: 200, body: buildReferenceData() }
      : {
          status: 200,
          body: {
            ...{ requests: [], matches: [], total: 0, perfect: 0, wantsYourPlace: 0 },
            ...{ registered: { perfect: 0, wantsYourPlace: 0 }, rings: [], ...noAdvice, ...agreementList() },
          },
        },
  );
  await show(<RequestCreatePage />);
  await page.getByRole('textbox', { name: 'Reason' }).fill('My mother is ill.');
  await page.getByRole('textbox', { name: 'Additional information' }).fill('In June.');
  await page.getByRole('button', { name: 'Add a place' }).click();
  await choose('Place 2: district', 'Gaya');
  await choose('Place 2: block', 'Bodh Gaya');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect.element(page.getByText(/You already named this place above/)).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Place 2: block' })).toHaveFocus();
  expect(api.calls.filter(({ path, body }) => path === '/api/requests' && body !== undefined)).toEqual([]);
});

/** Chooses a place in a picker by typing its name and leaving the field. */
async function choose(label: string, name: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: label });
  await expect.element(picker).toBeEnabled();
  await picker.fill(name);
  await userEvent.tab();
  await expect.element(picker).toHaveValue(name);
}
