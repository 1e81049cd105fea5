import { planRound, type RoundOffer } from '@mutual-transfer/matching/clearing/plan-round';
import { expect, it } from 'vitest';
import { planReady } from './plan-ready.ts';

it('many offers are planned in a child process, with the same rings', async () => {
  const offers = Array.from(
    { length: 200 },
    (_, index): RoundOffer => ({
      ...{ id: `r${index}`, teacher: `t${index}`, stratum: 's', isProven: index % 4 < 2 },
      from: `p${index}`,
      to: [`p${index + (index % 2 === 0 ? 1 : -1)}`],
    }),
  );
  const excluded = new Map([
    ['t0', new Set(['t1'])],
    ['t1', new Set(['t0'])],
  ]);
  const goal = { maxRing: 2, survival: 1, excluded, ended: new Set<string>(), seed: 1 };
  const rings = await planReady(offers, goal);
  expect(rings).toHaveLength(99);
  expect(rings).toEqual(planRound(offers, goal));
});
