import type { AcceptedProposal } from '@mutual-transfer/domain/agreements/agreement';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { clearSession } from '../platform/session.ts';
import { acceptedProposal, agreement } from '../testing/agreements.ts';
import { idOf, match, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ContactsLimited } from '../ui/contact.tsx';
import { MatchCard } from './match-card.tsx';

const [requestId, otherRequestId] = [idOf(10), idOf(11)];

const open = (name = 'Sunita Kumari') => page.getByRole('heading', { name }).click();

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a perfect match shows the teacher, the place of work and the contact, and proposes the swap of both requests', async () => {
  api = answerCalls(() => ({ status: 409, body: { message: 'It is taken.', code: 'request_taken' } }));
  await show(<MatchCard match={match()} requestId={requestId} />);
  await expect.element(page.getByRole('heading', { name: 'Sunita Kumari' })).toBeVisible();
  await expect.element(page.getByText('Perfect Match')).toBeVisible();
  await expect.element(page.getByText('Danapur, Patna')).toBeVisible();
  await expect.element(page.getByText('90 km from your school')).toBeVisible();
  await expect.element(page.getByText('Rajkiya Madhya Vidyalaya')).not.toBeVisible();
  await open();
  await expect
    .element(page.getByRole('link', { name: /^Call: Sunita Kumari, / }))
    .toHaveAttribute('href', 'tel:+919876543210');
  await page.getByRole('button', { name: 'Propose this swap: Sunita Kumari' }).click();
  await expect.element(page.getByRole('dialog').getByText('Sunita Kumari', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send the proposal to Sunita Kumari' }).click();
  await expect.element(page.getByText('It is taken.')).toBeVisible();
  expect(api.calls.filter(({ path }) => path === '/api/agreements')).toEqual([
    { path: '/api/agreements', body: { requests: [requestId, otherRequestId] } },
  ]);
});

it.each([
  [true, false],
  [false, true],
])('a match with an active request: %s, its closed card says that there is none: %s', async (has, says) => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  await show(<MatchCard match={match({ hasActiveRequest: has })} requestId={requestId} />);
  await expect.element(page.getByText('Perfect Match')).toBeVisible();
  expect(page.getByText('No request yet').elements()).toHaveLength(says ? 1 : 0);
});

it('the card of a match who proposed the swap links to the proposal instead of offering to propose', async () => {
  const { _id: userId } = signInAs();
  const proposal = agreement();
  api = answerCalls(() => ({ status: 200, body: { agreements: [proposal] } }));
  // Fills the cache with the waiting proposals, as the badge of the frame does.
  const Badge = () => useQuery(waitingAgreementsQuery(userId)).data?.agreements.length;
  const others = match({ requests: [requestId, idOf(12)], user: person({ name: 'Rekha Devi' }) });
  await show(
    <>
      <Badge />
      <MatchCard match={match()} requestId={requestId} />
      <MatchCard match={others} requestId={requestId} />
    </>,
  );
  await expect
    .element(page.getByRole('link', { name: 'Answer: Sunita Kumari' }))
    .toHaveAttribute('href', `/agreements/${proposal._id}`);
  await expect.element(page.getByRole('button', { name: 'Propose this swap: Rekha Devi' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Propose this swap: Sunita Kumari' }))
    .not.toBeInTheDocument();
});

it('the card of a match to whom the swap is proposed links to the proposal', async () => {
  const { _id: userId } = signInAs();
  const accepted = [acceptedProposal({ requests: [requestId, otherRequestId] })];
  api = answerCalls(() => ({ status: 200, body: { agreements: [], accepted } }));
  const Badge = () => useQuery(waitingAgreementsQuery(userId)).data?.agreements.length;
  await show(
    <>
      <Badge />
      <MatchCard match={match()} requestId={requestId} />
    </>,
  );
  await expect
    .element(page.getByRole('link', { name: 'See the proposal: Sunita Kumari' }))
    .toHaveAttribute('href', `/agreements/${idOf(70)}`);
  expect(page.getByRole('button', { name: /^Propose this swap/ }).elements()).toEqual([]);
});

it('a proposal that exists already is refused with a link to it', async () => {
  const { _id: userId } = signInAs();
  let accepted: AcceptedProposal[] = [];
  api = answerCalls((path, body) => {
    if (path.endsWith('/rules'))
      return { status: 200, body: { day: '2026-06-15', rules: firstRules, sources: [] } };
    if (body === undefined) return { status: 200, body: { agreements: [], accepted } };
    accepted = [acceptedProposal({ requests: [requestId, otherRequestId] })];
    return { status: 409, body: { code: 'proposal_exists', message: 'It is open already.' } };
  });
  const Badge = () => useQuery(waitingAgreementsQuery(userId)).data?.agreements.length;
  await show(
    <>
      <Badge />
      <MatchCard match={match()} requestId={requestId} />
    </>,
  );
  await page.getByRole('button', { name: /^Propose this swap/ }).click();
  await page.getByRole('button', { name: 'Send the proposal to Sunita Kumari' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByRole('link', { name: 'See the proposal' }))
    .toHaveAttribute('href', `/agreements/${idOf(70)}`);
  await expect.element(dialog.getByText('It is open already.')).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'See the proposal' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'See the proposal: Sunita Kumari' })).toHaveFocus();
});

it('while the application window is closed, no swap can be proposed and the opening date is shown', async () => {
  const openWindow = { opens: '2026-07-01', closes: null };
  const rules = { ...firstRules, openWindow, isOpen: false };
  api = answerCalls(() => ({ status: 200, body: { day: '2026-06-15', rules, sources: [] } }));
  await show(<MatchCard match={match()} requestId={requestId} />);
  await page.getByRole('button', { name: 'Propose this swap: Sunita Kumari' }).click();
  await expect.element(page.getByText(/is closed; it opens on 1 Jul 2026/)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Send the proposal to Sunita Kumari' }))
    .not.toBeInTheDocument();
});

it('an email and a WhatsApp message to a match contain the sender’s name, subject, class level and move', async () => {
  signInAs('teacher', 'Asha Kumari');
  const user = person({ district: 'Gaya', postingBlock: 'Bodh Gaya' });
  await show(<MatchCard match={match({ user })} requestId={requestId} />);
  await open();
  const hrefOf = (name: string | RegExp) =>
    page.getByRole('link', { name }).element().getAttribute('href') ?? '';
  await expect.element(page.getByRole('link', { name: 'WhatsApp: Sunita Kumari' })).toBeVisible();
  expect(page.getByRole('link').elements()[0]?.textContent).toBe('WhatsApp');
  const letters = [
    new URL(hrefOf('WhatsApp: Sunita Kumari')).searchParams.get('text'),
    new URL(hrefOf(/^Write an email: Sunita Kumari, /)).searchParams.get('body'),
  ];
  for (const letter of letters) {
    for (const fact of ['Asha Kumari', 'Mathematics', 'classes 6-8', 'Danapur, Patna', 'Bodh Gaya, Gaya'])
      expect(letter).toContain(fact);
  }
  expect(new URL(hrefOf(/^Write an email: Sunita Kumari, /)).searchParams.get('subject')).toContain(
    'Danapur, Patna',
  );
});

it('a message to a match who works elsewhere names the sender’s own wish, not the match’s place', async () => {
  signInAs('teacher', 'Asha Kumari');
  const user = person({ district: 'Saran', postingBlock: 'Amnour' });
  await show(<MatchCard match={match({ user, isPerfectMatch: false })} requestId={requestId} />);
  await open();
  const link = page.getByRole('link', { name: 'WhatsApp: Sunita Kumari' });
  await expect.element(link).toBeVisible();
  const text = new URL(link.element().getAttribute('href') ?? '').searchParams.get('text');
  expect(text).toContain('would like to work in Bodh Gaya, Gaya. You work in Amnour, Saran.');
});

it('a match shows the first criteria, and the others on request', async () => {
  await show(<MatchCard match={match()} requestId={requestId} />);
  await open();
  await expect.element(page.getByText('✓ Their district')).toBeVisible();
  await expect.element(page.getByText('✓ Their block')).not.toBeInTheDocument();
  await expect.element(page.getByText('Five')).not.toBeVisible();
  await page.getByText('+2 more').click();
  for (const sentence of ['One', 'Two', 'Three', 'Four', 'Five'])
    await expect.element(page.getByText(sentence)).toBeVisible();
});

it('beyond the daily contact budget, the card shows when the next contact opens', async () => {
  const user = person({ email: 'Hidden', phone: 'Hidden' });
  await show(
    <ContactsLimited value={{ contactOpensAt: '2026-06-15T06:30:00.000Z', contactNeeds: 'tomorrow' }}>
      <MatchCard match={match({ user })} requestId={requestId} />
    </ContactsLimited>,
  );
  await open();
  await expect
    .element(page.getByText(/as many contacts as an account may in a day.* from 15 Jun 2026, 12:00/))
    .toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});

it('beyond the contact budget of a new account, the card shows how to open more contacts', async () => {
  const user = person({ email: 'Hidden', phone: 'Hidden' });
  await show(
    <ContactsLimited value={{ contactOpensAt: '2026-06-15T06:30:00.000Z', contactNeeds: 'standing' }}>
      <MatchCard match={match({ user })} requestId={requestId} />
    </ContactsLimited>,
  );
  await open();
  await expect.element(page.getByText(/prove your phone by SMS.* from 15 Jun 2026, 12:00/)).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});

const yours = [{ code: 'wantsDistrict' }, { code: 'wantsBlock' }] as const;

it('the card of a match who wants exactly the viewer’s place says “your place”, and names the place when opened', async () => {
  await show(<MatchCard match={match({ criteria: [...yours] })} />);
  await expect.element(page.getByText('your place', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Bodh Gaya, Gaya')).not.toBeVisible();
  await open();
  await expect.element(page.getByText('Bodh Gaya, Gaya')).toBeVisible();
});

it('the card of a match who takes any block of the viewer’s district says “Any block”', async () => {
  const user = person({ desiredBlock: 'Any block' });
  await show(<MatchCard match={match({ criteria: [...yours], user })} />);
  await expect.element(page.getByText('Any block, Gaya')).toBeVisible();
  await expect.element(page.getByText('your place', { exact: true })).not.toBeInTheDocument();
});

it('the card of a match without a distance shows none', async () => {
  await show(<MatchCard match={match({ distanceKm: null })} requestId={requestId} />);
  await expect.element(page.getByText('Danapur, Patna')).toBeVisible();
  await expect.element(page.getByText(/ km /)).not.toBeInTheDocument();
});

it('the card of a match who hides name and contact has no link and no button to propose', async () => {
  const user = person({ name: 'Hidden', email: 'Hidden', phone: 'Hidden' });
  await show(
    <MatchCard match={match({ user, isPerfectMatch: false, requests: null })} requestId={requestId} />,
  );
  await expect.element(page.getByText('Perfect Match')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /Propose this swap/ })).not.toBeInTheDocument();
});

it.each([
  ['en', 'Propose this swap', 'a teacher in Danapur, Patna'],
  ['hi', 'अदला-बदली का प्रस्ताव', 'दानापुर, पटना के एक शिक्षक'],
] as const)(
  'a proposal to a match who hides the name states the place (%s)',
  async (language, button, words) => {
    signInAs();
    await show(
      <MatchCard match={match({ user: person({ name: 'Hidden' }) })} requestId={requestId} />,
      language,
    );
    await page.getByRole('button', { name: new RegExp(button) }).click();
    await expect.element(page.getByRole('dialog').getByText(words)).toBeVisible();
  },
);
