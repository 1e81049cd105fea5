import { type GraphOffer, RingGraph } from '../live/ring-graph.ts';
import type { Offer } from '../offer.ts';

/** Returns the offers with ids by their position. */
export function graphOffers(offers: readonly Offer[]): GraphOffer[] {
  return offers.map((offer, index) => ({ ...offer, id: `r${String(index).padStart(3, '0')}` }));
}

/** Builds a graph of these offers. */
export function graphOfOffers(offers: Iterable<GraphOffer>): RingGraph {
  const graph = new RingGraph();
  for (const offer of offers) graph.add(offer);
  return graph;
}
