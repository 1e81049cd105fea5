import { type Bound, boundOfWorld } from '../clearing/bounds/bound.ts';
import { tableOf } from '../clearing/strata/offer-table.ts';
import { worldOf } from '../clearing/strata/stratum-graph.ts';
import type { Offer } from '../offer.ts';

/** Returns the bound of a list of offers, in teachers. */
export function boundOf(offers: Iterable<Offer>): Pick<Bound, 'moved' | 'isExact'> {
  const { moved, isExact } = boundOfWorld(worldOf(tableOf(offers)));
  return { moved, isExact };
}
