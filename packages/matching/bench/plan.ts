import { parseArgs } from 'node:util';
import { boundOfWorld } from '../src/clearing/bound.ts';
import { tableOf } from '../src/clearing/offer-table.ts';
import { type DeepOptions, planOfWorld } from '../src/clearing/plan.ts';
import { worldOf } from '../src/clearing/stratum-graph.ts';
import { boundByHighs } from '../src/testing/highs-models.ts';
import { gravityOffers } from './gravity.ts';
import { measured, row } from './measure.ts';

/**
 * `npm run bench:plan -- [--sizes 6000,60000,600000] [--any-block SHARE] [--second-row SHARE] [--max-ring K] [--deep SECONDS]`:
 * the statewide plan on gravity worlds of each size, and with `--deep` the deep plan for so many seconds of processor. Times are of the
 * processor, in seconds, without making up the offers.
 */
const HIGHS_UP_TO = 6000;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '6000,60000,600000' },
    'any-block': { type: 'string', default: '0' },
    'second-row': { type: 'string', default: '0' },
    'max-ring': { type: 'string', default: '10' },
    deep: { type: 'string' },
  },
});

const head =
  'offers,pairs,moved,bound,of bound,capped bound,gap to it,bound / highs,table s,graph s,bound s,rings s,peak MB';
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
    planOfWorld(world.result, bound.result, {
      maxRing: Number(values['max-ring']),
      deep: deepFor(values.deep),
    }),
  );
  const peak = process.resourceUsage().maxRSS / 1024;
  const { pairsOnly, moved, cappedBound } = plan.result;
  const highs = size <= HIGHS_UP_TO ? (bound.result.moved / boundByHighs([...draw()], false)).toFixed(4) : '';
  return row([
    size,
    percent(pairsOnly, size),
    `${moved} (${percent(moved, size)})`,
    percent(bound.result.moved, size),
    percent(moved, bound.result.moved),
    cappedBound,
    `${(100 * plan.result.gap).toFixed(2)} %`,
    highs,
    ...[table, world, bound, plan].map(({ processor }) => (processor / 1000).toFixed(2)),
    Math.round(peak),
  ]);
}

/** The deep plan for so many seconds of processor from now on. */
function deepFor(seconds: string | undefined): DeepOptions | undefined {
  if (seconds === undefined) return undefined;
  const end = process.cpuUsage().user + Number(seconds) * 1e6;
  return { isOver: () => process.cpuUsage().user > end };
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
