import type { AdminSeason } from '@mutual-transfer/domain/seasons/season';
import { useSearchParams } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Announcements } from './announcements.tsx';
import { SeasonSection } from './season.tsx';
import { Seasons } from './seasons.tsx';

const ID = '01990000-0000-7000-8000-000000000001';

const season: AdminSeason = {
  _id: ID,
  state: 'open',
  name: 'Winter',
  order: 'No. 7 of 2026',
  opens: '2026-12-01T04:30:00Z',
  listCloses: '2026-12-05T04:30:00Z',
  rounds: [
    {
      askedFrom: '2026-12-01T04:30:00Z',
      proposalsSent: '2026-12-05T04:30:00Z',
      answersUntil: '2026-12-08T04:30:00Z',
    },
  ],
  stoppedRounds: [],
  closed: '2026-12-20T04:30:00Z',
  consent: 'after',
  relieving: false,
  scrutiny: false,
  names: {},
  objectionDays: 3,
  next: { event: 'closed', at: '2026-12-20T04:30:00Z', round: null },
  consentSentence: null,
  createdAt: '2026-11-01T04:30:00Z',
  consents: 0,
  consentsByDistrict: [],
  roundCounts: [],
};

const results = {
  ...{ number: 1, plannedAt: '2026-12-05T04:30:00Z', stoppedAt: null, byDistrict: [], bySubject: [] },
  ...{ asked: 879, ready: 906, proposals: 80, agreed: 10, moved: 0 },
};

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

let deleted: string[] = [];

/** Renders the page of the season in the URL, or the list of seasons. */
function Page() {
  const [parameters] = useSearchParams();
  if (parameters.get('section') === 'announcements') return <Announcements userId="a" />;
  return parameters.has('season') ? <SeasonSection userId="a" /> : <Seasons userId="a" />;
}

async function showSeason(changes: Partial<AdminSeason>) {
  deleted = [];
  api = answerCalls((path, _body, _parameters, init) => {
    if (init?.method === 'DELETE') deleted.push(path);
    if (path === `/api/admin/seasons/${ID}/results`) return { status: 200, body: { rounds: [results] } };
    const list = {
      seasons: [],
      announcements: [],
      pagination: { page: 1, limit: 20, total: 0, pages: 0, totalIsExact: true },
    };
    return { status: 200, body: /(seasons|announcements)$/.test(path) ? list : { ...season, ...changes } };
  });
  await show(<Page />, 'en', `/?season=${ID}`);
}

it('a stopped round of a season is shown as stopped', async () => {
  await showSeason({
    stoppedRounds: [{ round: 1, at: '2026-12-06T04:30:00Z' }],
    roundCounts: [{ number: 1, roundId: ID, asked: 5, ready: 9 }],
  });
  const rounds = page.getByRole('table', { name: 'Rounds' });
  await expect.element(rounds.getByText('Stopped')).toBeVisible();
  expect(rounds.getByText('Started').elements()).toEqual([]);
});

it('a season says once why fewer teachers were asked than took part', async () => {
  await showSeason({ roundCounts: [{ number: 1, roundId: ID, asked: 879, ready: 906 }] });
  const rounds = page.getByRole('region', { name: 'Rounds' });
  await expect.element(rounds.getByRole('columnheader', { name: 'Asked to take part' })).toBeVisible();
  await expect.element(rounds.getByText(/who have already said yes are not asked/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^Round 1, planned/ })).toBeVisible();
  expect(page.getByText(/who have already said yes are not asked/).elements()).toHaveLength(1);
});

it('a season that is not open yet is withdrawn after a confirmation, and the list shows a message', async () => {
  await showSeason({ state: 'planned' });
  await page.getByRole('button', { name: 'Withdraw the season' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^Teachers no longer see it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Withdraw the season' }).click();
  await expect.element(page.getByText('The season was withdrawn.')).toHaveFocus();
  expect(deleted).toEqual([`/api/admin/seasons/${ID}`]);
});

it('a season that has opened cannot be withdrawn', async () => {
  await showSeason({ state: 'open' });
  await expect.element(page.getByText('Change the season')).toBeVisible();
  expect(page.getByRole('button', { name: 'Withdraw the season' }).elements()).toEqual([]);
});

it('announcing a season opens the form of announcements with its name and dates in each language', async () => {
  await showSeason({ names: { hi: 'शीत' } });
  await expect.element(page.getByText('Change the season')).toBeVisible();
  await page.getByRole('button', { name: 'Send an announcement' }).click();
  const english = page.getByRole('textbox', { name: /English/ });
  await expect.element(english).toBeVisible();
  const typedIn = (text: typeof english) => (text.element() as HTMLTextAreaElement).value;
  expect(typedIn(english)).toMatch(/^Transfer season “Winter”: it opens on 1 Dec 2026/);
  const hindi = page.getByRole('textbox', { name: /Hindi/ });
  expect(typedIn(hindi)).toMatch(/^स्थानांतरण सत्र “शीत”: यह 1 दिस॰ 2026/);
});

it('the back link of a season leads to the page of the list that it was opened from', async () => {
  const pagination = { page: 2, limit: 20, total: 21, pages: 2, totalIsExact: true };
  const list = { seasons: [season], pagination };
  api = answerCalls((path) =>
    path.endsWith('/seasons') ? { status: 200, body: list } : { status: 404, body: {} },
  );
  await show(<Page />, 'en', '/?section=seasons&page=2');
  await page.getByRole('link', { name: 'Winter' }).click();
  await expect
    .element(page.getByRole('link', { name: 'All seasons' }))
    .toHaveAttribute('href', '/?section=seasons&page=2');
});
