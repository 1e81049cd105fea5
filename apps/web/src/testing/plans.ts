import type { Plan, PlanBoard, PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { districts } from '@mutual-transfer/domain/reference/places';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';

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
