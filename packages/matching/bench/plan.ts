import { parseArgs } from 'node:util';
import { boundOfWorld } from '../src/clearing/bound.ts';
import { tableOf } from '../src/clearing/offer-table.ts';
import { planOfWorld } from '../src/clearing/plan.ts';
import { worldOf } from '../src/clearing/stratum-graph.ts';
import { boundByHighs } from '../src/testing/highs-models.ts';
import { gravityOffers } from './gravity.ts';
import { measured, row } from './measure.ts';

/**
 * `node bench/plan.ts [--sizes 6000,60000,600000] [--any-block SHARE] [--second-row SHARE] [--max-ring K]`: the statewide
 * plan on gravity worlds of each size. Times are of the processor, in seconds, without making up the offers.
 */
const HIGHS_UP_TO = 6000;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '6000,60000,600000' },
    'any-block': { type: 'string', default: '0' },
    'second-row': { type: 'string', default: '0' },
    'max-ring': { type: 'string', default: '10' },
  },
});

const head =
  'offers,pairs,moved,bound,of bound,of capped bound,bound / highs,table s,graph s,bound s,rings s,peak MB';
console.info(row(head.split(',')));
console.info(row(head.split(',').map(() => '---:')));
for (const size of values.sizes.split(',')) console.info(planRow(Number(size)));

function planRow(size: number): string {
  const shares = { anyBlockShare: Number(values['any-block']), secondRowShare: Number(values['second-row']) };
  const draw = () => gravityOffers({ offers: size, seed: 1, ...shares });
  const table = measured(() => tableOf(draw()));
  const world = measured(() => worldOf(table.result));
  const bound = measured(() => boundOfWorld(world.result));
  const plan = measured(() =>
    planOfWorld(world.result, bound.result, { maxRing: Number(values['max-ring']) }),
  );
  const peak = process.resourceUsage().maxRSS / 1024;
  const { pairsOnly, moved, cappedBound } = plan.result;
  const highs = size <= HIGHS_UP_TO ? (bound.result.moved / boundByHighs([...draw()], false)).toFixed(4) : '';
  return row([
    size,
    percent(pairsOnly, size),
    percent(moved, size),
    percent(bound.result.moved, size),
    percent(moved, bound.result.moved),
    percent(moved, cappedBound),
    highs,
    ...[table, world, bound, plan].map(({ processor }) => (processor / 1000).toFixed(2)),
    Math.round(peak),
  ]);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
