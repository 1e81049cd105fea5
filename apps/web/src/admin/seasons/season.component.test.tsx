import type { AdminSeason } from '@mutual-transfer/domain/seasons/season';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../../testing/show.tsx';
import { Season } from './season.tsx';

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
  next: { event: 'closed', at: '2026-12-20T04:30:00Z', round: null },
  consentSentence: null,
  createdAt: '2026-11-01T04:30:00Z',
  consents: 0,
  roundCounts: [],
};

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

async function showSeason(changes: Partial<AdminSeason>) {
  api = answerCalls((path) => ({
    status: 200,
    body: path.endsWith('/results') ? { rounds: [] } : { ...season, ...changes },
  }));
  await show(<Season userId="a" />, 'en', `/?season=${ID}`);
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
