import { OfferTable } from '@mutual-transfer/matching/clearing/strata/offer-table';
import type pg from 'pg';
import { readActiveOffers } from '../../offers/active-offers.ts';
import type { OfferRules } from '../../offers/request-offer.ts';

/** Active requests at one moment. */
export interface OffersToPlan {
  readonly table: OfferTable;
  /** Number of requests that want a place in each district, by its code. */
  readonly wanting: ReadonlyMap<string, number>;
}

/** Reads all active requests whose teachers have served long enough. */
export async function readOffersToPlan(client: pg.ClientBase, rules: OfferRules): Promise<OffersToPlan> {
  const table = new OfferTable();
  const wanting = new Map<string, number>();
  await readActiveOffers(client, rules, (offer, { to_district }) => {
    table.add(offer);
    wanting.set(to_district, (wanting.get(to_district) ?? 0) + 1);
  });
  return { table, wanting };
}
