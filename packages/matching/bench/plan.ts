import { parseArgs } from 'node:util';
import { boundOfWorld } from '../src/clearing/bounds/bound.ts';
import { type Plan, planOf, planOfWorld } from '../src/clearing/plan.ts';
import type { PlanOptions, PlanProgress } from '../src/clearing/plan-options.ts';
import { tableOf } from '../src/clearing/strata/offer-table.ts';
import { worldOf } from '../src/clearing/strata/stratum-graph.ts';
import type { Offer } from '../src/offer.ts';
import { boundByHighs } from '../src/testing/highs-models.ts';
import { cappedBoundByHighs } from './capped-bound-by-highs.ts';
import { gravityOffers } from './gravity.ts';
import { kidneyOffers } from './kidney.ts';
import { measured, row } from './measure.ts';
import { peerOffers, peerWorlds } from './peer-worlds.ts';

/**
 * `npm run bench:plan -- [--worlds gravity,peers,kidney] [--sizes 6000,60000,600000] [--any-block SHARE] [--second-row SHARE] [--max-ring
 * K] [--deep SECONDS] [--strata COUNT] [--highs-seconds S]`: plans worlds and reports their gap to the capped bound.
 *
 * `gravity`: statewide worlds of each size, compared with the bound by HiGHS (small worlds). `--deep` runs the deep plan for that many CPU seconds and
 * reports its objective and bound every ten seconds, so that an aborted run still yields figures; `--strata` lists the strata with the
 * largest gap.
 *
 * `peers` and `kidney`: planned deep and compared with column generation by HiGHS alone. Times are CPU times and exclude the generation of
 * offers.
 */
const HIGHS_UP_TO = 6000;
const PEER_CAPS = [2, 3, 4, 5, 10];
const SECONDS_BETWEEN_NEWS = 10;
const KIDNEY_POOLS = [64, 128, 256];
const KIDNEY_CAPS = [3, 4];
const SEEDS = [1, 2, 3];

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: 'gravity,peers,kidney' },
    sizes: { type: 'string', default: '6000,60000,600000' },
    'any-block': { type: 'string', default: '0' },
    'second-row': { type: 'string', default: '0' },
    'max-ring': { type: 'string', default: '10' },
    deep: { type: 'string' },
    strata: { type: 'string', default: '0' },
    'highs-seconds': { type: 'string', default: '20' },
  },
});
const worlds = values.worlds.split(',');

if (worlds.includes('gravity')) {
  head(
    'offers,pairs,moved,bound,capped bound,gap to it,bound / HiGHS,table s,graph s,bound s,rings s,peak MB',
  );
  for (const size of values.sizes.split(',')) console.info(gravityRow(Number(size)));
}
const smallHead =
  'world,seed,cap,moved,capped bound,gap,bound without cap,ours s,HiGHS packs,HiGHS proves at most,HiGHS s';
if (worlds.includes('peers')) {
  head(smallHead);
  for (const world of peerWorlds) {
    for (const seed of SEEDS) smallRows(`${world.name} | ${seed}`, peerOffers(world, seed), PEER_CAPS);
  }
}
if (worlds.includes('kidney')) {
  head(smallHead);
  for (const pairs of KIDNEY_POOLS) {
    for (const seed of SEEDS) smallRows(`${pairs} pairs | ${seed}`, kidneyOffers(pairs, seed), KIDNEY_CAPS);
  }
}

function head(names: string): void {
  console.info(row(names.split(',')));
  console.info(row(names.split(',').map(() => '---:')));
}

function gravityRow(size: number): string {
  const shares = { anyBlockShare: Number(values['any-block']), secondRowShare: Number(values['second-row']) };
  const draw = () => gravityOffers({ offers: size, seed: 1, ...shares });
  const table = measured(() => tableOf(draw()));
  const world = measured(() => worldOf(table.result));
  const bound = measured(() => boundOfWorld(world.result));
  const maxRing = Number(values['max-ring']);
  const plan = measured(() => planOfWorld(world.result, bound.result, { maxRing, ...deepFor(values.deep) }));
  printStrata(plan.result, Number(values.strata));
  const peak = process.resourceUsage().maxRSS / 1024;
  const { pairsOnly, moved, cappedBound, gap } = plan.result;
  const highs =
    size <= HIGHS_UP_TO ? (bound.result.moved / boundByHighs([...draw()], false)).toFixed(4) : '–';
  const seconds = [table, world, bound, plan].map(({ processor }) => (processor / 1000).toFixed(2));
  return row([
    size,
    percent(pairsOnly, size),
    `${moved} (${percent(moved, size)})`,
    bound.result.moved,
    cappedBound,
    `${(100 * gap).toFixed(2)} %`,
    highs,
    ...seconds,
    Math.round(peak),
  ]);
}

function smallRows(name: string, offers: readonly Offer[], caps: readonly number[]): void {
  for (const maxRing of caps) {
    const plan = measured(() => planOf(offers, { maxRing, deep: {} }));
    const highs = measured(() => cappedBoundByHighs(offers, maxRing, Number(values['highs-seconds'])));
    const { moved, cappedBound, gap, bound } = plan.result;
    const { atLeast = '–', atMost = '–' } = highs.result;
    const [ours, theirs] = [plan, highs].map(({ processor }) => (processor / 1000).toFixed(2));
    const share = `${(100 * gap).toFixed(2)} %`;
    console.info(
      row([name, maxRing, moved, cappedBound, share, bound, ours ?? '', atLeast, atMost, theirs ?? '']),
    );
  }
}

/** Returns options of a deep plan that ends after that many CPU seconds, counted from its first progress report. */
function deepFor(seconds: string | undefined): Pick<PlanOptions, 'deep' | 'onProgress'> {
  if (seconds === undefined) return {};
  const secondsUsed = () => process.cpuUsage().user / 1e6;
  let start: number | undefined;
  let reported = Number.NEGATIVE_INFINITY;
  const onProgress = ({
    stage,
    done,
    strata,
    objective = 0,
    objectiveBound = 0,
  }: PlanProgress): undefined => {
    if (stage !== 'deep') return;
    start ??= secondsUsed();
    const used = secondsUsed() - start;
    if (used < reported + SECONDS_BETWEEN_NEWS) return;
    reported = used;
    const gap = percent(objectiveBound - objective, objectiveBound, 3);
    console.error(
      `${used.toFixed(0)} s: ${objective} of ${objectiveBound}, gap ${gap}, ${done} of ${strata} strata done`,
    );
  };
  const isOver = () => start !== undefined && secondsUsed() - start > Number(seconds);
  return { deep: { isOver }, onProgress };
}

/** Prints the strata with the largest gap to standard error. */
function printStrata({ perStratum }: Plan, count: number): void {
  const missing = perStratum.toSorted(
    (a, b) => b.objectiveBound - b.objective - (a.objectiveBound - a.objective),
  );
  for (const { stratum, offers, objective, objectiveBound, gap } of missing.slice(0, count))
    console.error(
      `${stratum}: ${offers} offers, ${objective} of ${objectiveBound}, gap ${(100 * gap).toFixed(2)} %`,
    );
}

function percent(part: number, whole: number, digits = 1): string {
  return `${((100 * part) / whole).toFixed(digits)} %`;
}
