import { parseArgs } from 'node:util';
import { blocks } from '@mutual-transfer/domain/reference/places';
import { oneMoreWish, onePersonMissing } from '../src/live/advice.ts';
import { type GraphOffer, RingGraph } from '../src/live/ring-graph.ts';
import { ringsFor } from '../src/live/rings.ts';
import { shortestRing } from '../src/live/shortest-ring.ts';
import { distancesToHome } from '../src/live/steps-home.ts';
import { gravityOffers } from './gravity.ts';
import { measured, quantile, row } from './measure.ts';

/** `node bench/rings.ts [--offers N] [--any-block SHARE]`: measures the queries of one teacher, in milliseconds of wall-clock time. */
const { values } = parseArgs({
  options: { offers: { type: 'string', default: '600000' }, 'any-block': { type: 'string', default: '0' } },
});
const LARGEST_STRATUM = 's00';
/** Step width through the offers, coprime to their number. */
const STRIDE = 7919;

const drawn = gravityOffers({
  offers: Number(values.offers),
  seed: 1,
  anyBlockShare: Number(values['any-block']),
});
const offers = Array.from(drawn, (offer, index): GraphOffer => ({ ...offer, id: `r${index}` }));
const graph = new RingGraph();
const loading = measured(() => {
  for (const offer of offers) graph.add(offer);
});
console.info(`${offers.length} offers loaded in ${loading.milliseconds.toFixed(0)} ms`);
const wishes = blocks.map(({ code }) => ({ key: code, to: [code] }));
const largest = offers.filter(({ stratum }) => stratum === LARGEST_STRATUM);

console.info(row(['question', 'asked', 'median ms', '99th percentile ms', 'largest ms']));
console.info(row(['---', '---:', '---:', '---:', '---:']));
ask('rings of 2–10', offers, 4000, (offer) => ringsFor(graph, offer));
ask('rings of 2–10, largest stratum', largest, 4000, (offer) => ringsFor(graph, offer));
ask('rings of 3–10', offers, 4000, (offer) => ringsFor(graph, offer, { shortest: 3 }));
ask('one more wish, all blocks', offers, 400, (offer) => oneMoreWish(graph, offer, wishes));
ask('one person missing', offers, 400, (offer) => onePersonMissing(graph, offer));
ask('shortest ring by a wish for every place', offers, 4000, (offer) => distancesToHome(graph, offer));
ask('the same, largest stratum', largest, 4000, (offer) => distancesToHome(graph, offer));
ask('shortest ring', offers, 400, (offer) => shortestRing(graph, offer));
ask('remove and add', offers, 4000, (offer) => {
  graph.remove(offer.id);
  graph.add(offer);
});

function ask(
  question: string,
  pool: readonly GraphOffer[],
  count: number,
  work: (offer: GraphOffer) => unknown,
): void {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const offer = pool[(index * STRIDE) % pool.length];
    if (offer !== undefined) times.push(measured(() => work(offer)).milliseconds);
  }
  const figures = [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)];
  console.info(row([question, count, ...figures.map((time) => time.toFixed(2))]));
}
