import { blocks } from '@mutual-transfer/domain/reference/places';
import { OfferTable } from '@mutual-transfer/matching/clearing/strata/offer-table';
import { randomFrom } from '@mutual-transfer/matching/random';
import { expect, it } from 'vitest';
import { type BestSoFar, computePlan } from './compute-plan.ts';
import { unpackRings } from './stored-rings.ts';

/** Generates the offers of teachers of one stratum, each from one of these places to another. */
function offersAmong(places: number, teachers: number, seed: number) {
  const random = randomFrom(seed);
  const table = new OfferTable();
  const placeAt = (index: number) => blocks[index]?.code ?? '';
  for (let teacher = 0; teacher < teachers; teacher++) {
    const from = Math.floor(random() * places);
    const to = (from + 1 + Math.floor(random() * (places - 1))) % places;
    table.add({
      teacher: `t${teacher}`,
      from: placeAt(from),
      to: [placeAt(to)],
      stratum: 'urdu|6-8|regular',
    });
  }
  return { table, wanting: new Map<string, number>() };
}

const goal = { maxRing: 4, survival: 1 };

it('a deep plan moves no fewer teachers than a fast plan, and its gap to the optimum is no larger', () => {
  const progress: number[] = [];
  const found: BestSoFar[] = [];
  const fast = computePlan(offersAmong(90, 400, 3), { ...goal, deepSeconds: 0 }, () => {}).figures;
  const deep = computePlan(offersAmong(90, 400, 3), { ...goal, deepSeconds: 20 }, (reached, best) => {
    progress.push(reached);
    if (best !== undefined) found.push(best);
  }).figures;
  expect(found.length).toBeGreaterThan(0);
  expect(found.at(-1)).toEqual({ moves: deep.moved, bound: deep.cappedBound });
  for (const { moves, bound } of found) expect(moves).toBeLessThanOrEqual(bound);
  expect(deep.moved).toBeGreaterThanOrEqual(fast.moved);
  expect(deep.moved).toBeGreaterThan(0);
  expect(deep.moved).toBeLessThanOrEqual(deep.cappedBound);
  expect(deep.gap).toBeLessThanOrEqual(fast.gap);
  expect(deep.strata).toMatchObject([
    { cappedBound: deep.cappedBound, gap: deep.gap, moved: deep.moved, expectedMoves: deep.moved },
  ]);
  expect(Math.max(...progress)).toBeLessThanOrEqual(1);
});

it('a deep plan with a time limit near zero consists of the first rings found', () => {
  const fast = computePlan(offersAmong(60, 200, 5), { ...goal, deepSeconds: 0 }, () => {});
  const hurried = computePlan(offersAmong(60, 200, 5), { ...goal, deepSeconds: 1e-9 }, () => {});
  expect(hurried.figures.moved).toBeGreaterThan(0.8 * fast.figures.moved);
  expect(hurried.figures.moved).toBeLessThanOrEqual(fast.figures.moved);
  expect(hurried.figures.cappedBound).toBeGreaterThanOrEqual(fast.figures.cappedBound);
});

it('returns the reason of each teacher if `explain` is set', () => {
  const { figures, reasons } = computePlan(
    offersAmong(60, 200, 5),
    { ...goal, deepSeconds: 0, explain: true },
    () => {},
  );
  expect(reasons.moved?.length).toBe(figures.moved);
  const teachers = Object.values(reasons).flat();
  expect([teachers.length, new Set(teachers).size]).toEqual([200, 200]);
  expect(computePlan(offersAmong(60, 200, 5), { ...goal, deepSeconds: 0 }, () => {}).reasons).toEqual({});
});

it('keeps the rings of the previous plan if leaving them gains nothing', async () => {
  const table = new OfferTable();
  const [here, there] = [blocks[0]?.code ?? '', blocks[1]?.code ?? ''];
  const stratum = 'urdu|6-8|regular';
  for (const teacher of ['a', 'c']) table.add({ teacher, from: here, to: [there], stratum });
  for (const teacher of ['b', 'd']) table.add({ teacher, from: there, to: [here], stratum });
  const previous = [{ stratum, teachers: ['a', 'd'] }];
  const offers = { table, wanting: new Map<string, number>() };
  const { batches } = computePlan(offers, { ...goal, deepSeconds: 0, previous }, () => {});
  const rings = (await Promise.all(batches.map(unpackRings))).flat();
  expect(rings.map(({ members }) => members.map(({ userId }) => userId).join())).toEqual(['a,d', 'b,c']);
});
