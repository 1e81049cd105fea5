import { computeApart } from '../../../src/matching/plans/plan-process.ts';

/** Process that orders a computation without an end, says so, and says when it has begun. */
const endless = computeApart(
  new URL('./endless-plan.ts', import.meta.url),
  {},
  {
    onProgress: () => process.send?.('begun'),
  },
);
process.send?.('ordered');
process.on('message', () => {});
await endless;
