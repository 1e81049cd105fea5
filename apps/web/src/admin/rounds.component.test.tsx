import type { Round, RoundList, Season } from '@mutual-transfer/domain/agreements/round';
import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Rounds } from './rounds.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  vi.useRealTimers();
});

const none = {
  proposals: 0,
  questions: 0,
  ready: 0,
  asked: 0,
  yes: 0,
  no: 0,
  noObjection: 0,
  silent: 0,
  agreed: 0,
  moved: 0,
};
const round: Round = {
  _id: '01990000-0000-7000-8000-000000000001',
  state: 'running',
  maxRing: 10,
  hours: 72,
  subjects: null,
  districts: null,
  number: null,
  startedBy: null,
  createdAt: '2026-11-26T04:30:00Z',
  endsAt: '2026-12-10T04:30:00Z',
  endedAt: null,
  plannedAt: null,
  ...none,
};
const season: Season = {
  ...{ proposals: 0, agreements: 0, completions: 0, moved: 0, declared: 0, ready: 0 },
  ...{ bySize: [], byStratum: [], reasons: [], words: [], days: [] },
  ...{ hoursToAnswer: null, survival: null, yesShare: null },
};

/** Stubs the API with one round, which a `DELETE` stops. Stopping it makes seven requests ready. */
function serve(changes: Partial<Round> = {}) {
  let present = { ...round, ...changes };
  api = answerCalls((path, _body, _parameters, init) => {
    if (init?.method === 'DELETE') present = { ...present, state: 'stopped' };
    if (path.endsWith('/season')) return { status: 200, body: season };
    if (path.endsWith(round._id)) return { status: 200, body: { ...present, days: [] } };
    const ready = present.state === 'running' ? 0 : 7;
    const expected = { asked: 0, ready, silenceAgrees: false, largestGroup: 10, bySubject: [] };
    const body: RoundList = {
      rounds: [present],
      pagination: { page: 1, limit: 20, total: 1, pages: 1, totalIsExact: true },
      expected,
    };
    return { status: 200, body };
  });
}

it('stopping a round after a confirmation focuses a message, and updates the number of ready requests', async () => {
  serve();
  await show(<Rounds userId="a" />);
  await page.getByRole('button', { name: 'Stop this round' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/All its open proposals end/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop this round' }).click();
  const notice = page.getByText('The round was stopped. Its open proposals end now.');
  await expect.element(notice).toHaveFocus();
  await expect.element(page.getByText(/would plan over 7 requests/)).toBeVisible();
  await expect.element(page.getByText('Stopped', { exact: true })).toBeVisible();
});

it('a round that ended within hours states no number of days', async () => {
  serve({ state: 'finished', endsAt: '2026-11-26T08:30:00Z' });
  await show(<Rounds userId="a" />);
  await expect.element(page.getByText(/72 hours to answer · Ended on 26 Nov 2026/)).toBeVisible();
});

const start = page.getByRole('button', { name: 'Start the round' });

it('starting a round after a confirmation focuses a message', async () => {
  serve({ state: 'finished' });
  await show(<Rounds userId="a" />);
  await start.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the round' }).click();
  await expect.element(page.getByText('The round has started.')).toHaveFocus();
  expect(api?.calls).toContainEqual({
    path: '/api/admin/rounds',
    body: { maxRing: 10, hours: 72, days: 14 },
  });
});

it('a round can start while a round of the timetable is running', async () => {
  serve({ number: 1 });
  await show(<Rounds userId="a" />);
  await expect.element(start).toBeVisible();
  const running = page.getByRole('button', { name: 'Stop this round' }).element();
  expect(running.compareDocumentPosition(start.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('no round can start while a round outside the timetable is running, and a message says so', async () => {
  serve();
  await show(<Rounds userId="a" />);
  await expect.element(page.getByText(/^A round that was started in between is running/)).toBeVisible();
  expect(start.elements()).toEqual([]);
});

it('the figures of the season and the days of a round that fail to load show an error', async () => {
  const list: RoundList = {
    rounds: [round],
    pagination: { page: 1, limit: 20, total: 1, pages: 1, totalIsExact: true },
    expected: { asked: 0, ready: 0, silenceAgrees: false, largestGroup: 10, bySubject: [] },
  };
  api = answerCalls((path) =>
    path.endsWith('/rounds')
      ? { status: 200, body: list }
      : { status: 500, body: { code: 'internal', message: '' } },
  );
  await show(<Rounds userId="a" />);
  await expect.poll(() => page.getByText('Failed to fetch data').elements()).toHaveLength(2);
});

it('the days of a running round are refetched together with its counts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  serve();
  const days = () => api?.calls.filter(({ path }) => path.endsWith(round._id)).length;
  await show(<Rounds userId="a" />);
  await expect.poll(days).toBe(1);
  await vi.advanceTimersByTimeAsync(DASHBOARD_POLL);
  await expect.poll(days).toBe(2);
});
