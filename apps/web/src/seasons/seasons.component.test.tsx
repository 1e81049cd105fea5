import type {
  MySeasonResult,
  SeasonResults as Results,
  TransferSeason,
} from '@mutual-transfer/domain/seasons/season';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { currentSession, updateUser } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { SeasonCard } from './season-card.tsx';
import { SeasonResultsPart, Timetable } from './season-head.tsx';
import { OwnSeason } from './season-page.tsx';
import { seasonResultsQuery } from './seasons.queries.ts';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const sentence = 'I consent for the season “Winter 2026”.';
const season: TransferSeason = {
  _id: '01990000-0000-7000-8000-000000000001',
  state: 'open',
  name: 'Winter 2026',
  order: 'Order 12',
  opens: '2026-11-01T04:30:00.000Z',
  listCloses: '2026-11-10T04:30:00.000Z',
  rounds: [
    {
      askedFrom: '2026-11-05T04:30:00.000Z',
      proposalsSent: '2026-11-11T04:30:00.000Z',
      answersUntil: '2026-11-12T04:30:00.000Z',
    },
  ],
  stoppedRounds: [],
  closed: '2026-11-20T04:30:00.000Z',
  consent: 'before',
  relieving: false,
  scrutiny: false,
  objectionDays: 3,
  next: { event: 'list_closes', at: '2026-11-10T04:30:00.000Z', round: null },
  consentSentence: sentence,
};
const mine = (given: boolean, changes: Partial<MySeasonResult> = {}): MySeasonResult => ({
  outcome: 'no_consent',
  reason: 'You have not consented.',
  round: null,
  agreementId: null,
  consent: { given, givenAt: null, withdrawnAt: null, sentence: null },
  mayConsent: true,
  ...changes,
});

it('a teacher reads the sentence, consents, and can take the consent back', async () => {
  let given = false;
  api = answerCalls((path) => {
    if (path.endsWith('/consent')) given = !given;
    return { status: 200, body: mine(given) };
  });
  await show(<OwnSeason season={season} userId="me" />);
  await page.getByRole('button', { name: 'Give consent' }).click();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Give consent' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'You have consented' })).toBeVisible();
  await page.getByRole('button', { name: 'Take the consent back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take the consent back' }).click();
  await expect.element(page.getByRole('button', { name: 'Give consent' })).toBeVisible();
});

it.each([
  [true, 0],
  [false, 1],
])(
  'if isVerified is %s, the teacher reads %i times that silence will not agree',
  async (isVerified, times) => {
    const account = signInAs();
    updateUser(currentSession()?.token, { isVerified });
    api = answerCalls(() => ({ status: 200, body: mine(true) }));
    await show(<OwnSeason season={season} userId={account._id} />);
    await expect.element(page.getByText(/You have consented/)).toBeVisible();
    expect(page.getByText(/your silence is not a yes: answer yes in time/).elements()).toHaveLength(times);
    expect(page.getByRole('link', { name: 'Prove your phone number' }).elements()).toHaveLength(times);
  },
);

it('before the season opens a teacher reads from when consent can be given', async () => {
  api = answerCalls(() => ({ status: 200, body: mine(false, { mayConsent: false }) }));
  await show(<OwnSeason season={{ ...season, state: 'planned' }} userId="me" />);
  await expect.element(page.getByText(/From 1 Nov 2026, 10:00 am you can give your consent/)).toBeVisible();
  expect(page.getByText('You have not consented.').elements()).toEqual([]);
});

it('a teacher without a request reads, with the consent, that the plan needs a request', async () => {
  const reason = 'You have no active request, so you are not planned.';
  api = answerCalls(() => ({ status: 200, body: mine(true, { outcome: 'no_request', reason }) }));
  await show(<OwnSeason season={season} userId="me" />);
  await expect.element(page.getByText(/You have consented/)).toBeVisible();
  await expect.element(page.getByText(reason, { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Post a request' }))
    .toHaveAttribute('href', '/transfer-request');
});

it('after the list has closed a teacher reads the reason of the result, and sees a link to the group', async () => {
  const agreementId = '01990000-0000-7000-8000-000000000002';
  const reason = 'A group for you existed, and one member declined.';
  api = answerCalls(() => ({ status: 200, body: mine(true, { mayConsent: false, reason, agreementId }) }));
  await show(<OwnSeason season={season} userId="me" />);
  await expect.element(page.getByText(reason)).toBeVisible();
  const link = page.getByRole('link', { name: 'To your group' });
  await expect.element(link).toHaveAttribute('href', `/agreements/${agreementId}`);
});

it.each([
  ['own result', <OwnSeason key="own" season={season} userId="me" />, mine(false), 'You in this season'],
  [
    'published results',
    <SeasonResultsPart
      hint="In fives"
      key="results"
      query={seasonResultsQuery(season._id)}
      season={season}
    />,
    { rounds: [] },
    'Results of the rounds',
  ],
])('a retry shows the %s of a season after they could not be loaded', async (_, part, body, title) => {
  let isDown = true;
  api = answerCalls(() =>
    isDown ? { status: 500, body: { code: 'internal', message: '' } } : { status: 200, body },
  );
  await show(part);
  await expect.element(page.getByText('This did not work. Please try again.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
});

it('the season card shows the next event and asks for consent; without a season it renders nothing', async () => {
  await show(<SeasonCard isAsked season={season} />);
  await expect.element(page.getByText(/the list closes \(10 Nov 2026.*asks for your consent/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Give consent' });
  await expect.element(link).toHaveAttribute('href', '/season');
  const empty = await show(<SeasonCard isAsked={false} season={null} />);
  expect(empty.container.textContent).toBe('');
});

it('a visitor reads all dates with the next one marked', async () => {
  await show(<Timetable season={season} />);
  const dates = page.getByRole('listitem');
  await expect.poll(() => dates.elements().length).toBe(6);
  await expect.element(dates.nth(2)).toHaveAttribute('aria-current', 'step');
  expect(dates.nth(2).element().textContent).toContain('the list closes');
});

it('a visitor reads that a round was stopped, and none of its later dates', async () => {
  const stoppedRounds = [{ round: 1, at: '2026-11-11T10:30:00.000Z' }];
  const next = { event: 'closed', at: season.closed, round: null } as const;
  await show(<Timetable season={{ ...season, stoppedRounds, next }} />);
  await expect.element(page.getByText('round 1 was stopped')).toBeVisible();
  expect(page.getByText(/the first answers are due/).elements()).toEqual([]);
});

it('suppressed counts are shown as not published', async () => {
  const counts = { asked: null, ready: 12, proposals: 8, objections: 5, agreed: 8, moved: null };
  const body: Results = {
    rounds: [
      {
        number: 1,
        plannedAt: '2026-11-11T04:30:00.000Z',
        stoppedAt: null,
        ...counts,
        byDistrict: [{ district: 'Gaya', ...counts }],
        bySubject: [],
      },
    ],
  };
  api = answerCalls(() => ({ status: 200, body }));
  await show(<SeasonResultsPart hint="In fives" query={seasonResultsQuery(season._id)} season={season} />);
  await expect.element(page.getByText('Round 1, planned on 11 Nov 2026')).toBeVisible();
  await expect.element(page.getByText(/who have already said yes are not asked/)).toBeVisible();
  expect(page.getByText('not published').elements().length).toBe(2);
  await page.getByText('By district').click();
  await expect
    .element(page.getByText('Took part 12 · Ever in a group 8 · Objected 5 · Agreed 8'))
    .toBeVisible();
});

it('a season whose rounds were all stopped says so instead of showing results without a word', async () => {
  const counts = { asked: null, ready: 12, proposals: 8, objections: 5, agreed: null, moved: null };
  const planned = { number: 1, plannedAt: '2026-11-11T04:30:00.000Z', byDistrict: [], bySubject: [] };
  const body: Results = { rounds: [{ ...planned, ...counts, stoppedAt: '2026-11-12T04:30:00.000Z' }] };
  api = answerCalls(() => ({ status: 200, body }));
  await show(<SeasonResultsPart hint="In fives" query={seasonResultsQuery(season._id)} season={season} />);
  await expect.element(page.getByText(/^The office stopped this round on 12 Nov 2026/)).toBeVisible();
  await expect.element(page.getByText(/^No round has run to its end yet/)).toBeVisible();
});

it('the Hindi timetable names dates that have passed without a future tense', async () => {
  await show(<Timetable season={season} />, 'hi');
  await expect.element(page.getByText('सत्र की शुरुआत')).toBeVisible();
  await expect.element(page.getByText('दौर 1: सहमति लेना शुरू')).toBeVisible();
  expect(document.querySelector('ol')?.textContent).not.toMatch(/होगा|होगी|खुलेगा|जाएगा|बनेगी/);
});
