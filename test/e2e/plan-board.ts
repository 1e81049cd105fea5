import type { Plan, PlanBoard, PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { districts } from '@mutual-transfer/domain/reference/places';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import type { Page } from '@playwright/test';

const figures: PlanFigures = {
  offers: 14_210,
  teachers: 12_345,
  bound: 6_480,
  cappedBound: 6_420,
  gap: 0.0125,
  moved: 6_311,
  expectedMoves: 4_102.6,
  share: 6_311 / 6_480,
  byLongestRing: [900, 2_310, 3_620, 4_480, 5_120, 5_590, 5_940, 6_170, 6_311].map((moved, index) => ({
    maxRing: index + 2,
    moved,
  })),
  ringsByLength: [420, 380, 301, 244, 180, 133, 97, 71, 60].map((rings, index) => ({
    length: index + 2,
    rings,
  })),
  districts: districts.map(({ name }, index) => ({
    district: name,
    leaving: (index * 97) % 700,
    coming: name === 'Patna' ? 12_040 : (index * 53) % 500,
    moved: (index * 31) % 260,
  })),
  strata: subjectNames.slice(0, 14).map((subject, index) => ({
    subject,
    classRange: '6-8',
    mixes: [],
    category: index % 2 === 0 ? 'regular' : null,
    teachers: 2_000 - index * 100,
    bound: 1_000 - index * 50,
    cappedBound: 980 - index * 50,
    gap: 0.031,
    expectedMoves: 900 - index * 50,
    moved: 950 - index * 50,
  })),
  milliseconds: 4_230,
};

/** Best rings of a deep search so far, with the upper bound of every plan. */
const best = { moves: 6_000, bound: 6_400 };

/** Returns a plan in the form of the API. */
export function planOf(overrides: Partial<Plan>): Plan {
  return {
    _id: '0192f0c4-7a1e-7c3a-9a55-3f1c8d0e4b11',
    status: 'completed',
    maxRing: 10,
    survival: 0.95,
    progress: 1,
    best: null,
    requestedBy: null,
    isNightly: true,
    createdAt: '2026-11-20T20:30:00.000Z',
    finishedAt: '2026-11-20T20:30:05.000Z',
    figures,
    ...overrides,
  };
}

export function entryOf({
  figures: found,
  progress: _progress,
  best: _best,
  ...plan
}: Plan): PlanBoard['history'][number] {
  const isDone = plan.status === 'completed' && found !== null;
  return {
    ...plan,
    teachers: isDone ? found.teachers : null,
    moved: isDone ? found.moved : null,
    isPublic: isDone && plan.isNightly,
  };
}

/** Mocks the plans of the server: a new one advances through these progresses, one per poll, until its end. */
export async function keepPlans(
  page: Page,
  { latest, progresses, end }: { latest: Plan | null; progresses: number[]; end: Plan['status'] },
): Promise<void> {
  const id = '0192f0c4-7a1e-7c3a-9a55-3f1c8d0e4b22';
  const createdAt = '2026-11-21T06:30:00.000Z';
  const started = planOf({
    _id: id,
    requestedBy: id,
    isNightly: false,
    createdAt,
    finishedAt: null,
    figures: null,
  });
  const before = latest === null ? [] : [entryOf(latest)];
  let board: PlanBoard = { current: null, latest, history: before };
  const ended = planOf({
    _id: id,
    requestedBy: 'Meera Sahay',
    isNightly: false,
    createdAt,
    finishedAt: createdAt,
    status: end,
  });
  const finish = () => {
    const history = [entryOf(ended), ...before];
    board = { current: null, latest: end === 'completed' ? ended : latest, history };
  };
  const look = () => {
    if (board.current === null) return;
    const progress = progresses.shift();
    if (progress === undefined) finish();
    else board = { ...board, current: { ...started, status: 'running', progress, best } };
  };
  await page.route('**/api/admin/plans', async (route) => {
    if (route.request().method() === 'POST') {
      board = { ...board, current: { ...started, status: 'queued', progress: 0 } };
      await route.fulfill({ status: 202, json: board.current });
      return;
    }
    look();
    await route.fulfill({ json: board });
  });
  await page.route(`**/api/admin/plans/${id}`, async (route) => {
    if (route.request().method() === 'DELETE') finish();
    await route.fulfill({ json: ended });
  });
  if (latest !== null)
    await page.route(`**/api/admin/plans/${latest._id}`, (route) => route.fulfill({ json: latest }));
  await page.route('**/api/admin/plans/*/rings.csv', (route) =>
    route.fulfill({ body: 'ring,position\n1,1\n', contentType: 'text/csv' }),
  );
}
