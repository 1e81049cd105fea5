import { parseArgs } from 'node:util';
import { boundOfWorld } from '../src/clearing/bounds/bound.ts';
import { tableOf } from '../src/clearing/strata/offer-table.ts';
import { worldOf } from '../src/clearing/strata/stratum-graph.ts';
import { gravityOffers } from './gravity.ts';
import { writeArcs } from './network-simplex.ts';

/**
 * `node bench/bound.ts [--offers N] [--any-block SHARE] [--arcs FILE]`: measures only the bound, in five rounds. `--arcs` writes the arcs
 * of all strata as input for `network-simplex.cpp`.
 */
const { values } = parseArgs({
  options: {
    offers: { type: 'string', default: '600000' },
    'any-block': { type: 'string', default: '0' },
    arcs: { type: 'string' },
  },
});
const offers = gravityOffers({
  offers: Number(values.offers),
  seed: 1,
  anyBlockShare: Number(values['any-block']),
});
const world = worldOf(tableOf(offers));
if (values.arcs !== undefined) writeArcs(values.arcs, world.strata);
for (let round = 1; round <= 5; round++) {
  const [start, startUsed] = [performance.now(), process.cpuUsage().user];
  const { moved } = boundOfWorld(world);
  const used = (process.cpuUsage().user - startUsed) / 1000;
  console.info(
    `round ${round}: bound ${moved}, ${(performance.now() - start).toFixed(0)} ms, ${used.toFixed(0)} ms of processor`,
  );
}
