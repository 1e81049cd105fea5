import { OfferTable } from '@mutual-transfer/matching/clearing/strata/offer-table';
import type pg from 'pg';
import { readActiveOffers } from '../../offers/active-offers.ts';
import type { OfferRules } from '../../offers/request-offer.ts';

/** Offers of all active requests, read in one statement. */
export interface OffersToPlan {
  readonly table: OfferTable;
  /** Number of requests for each district, by the code of the district. */
  readonly wanting: ReadonlyMap<string, number>;
}

/** Reads the offers of all active requests whose teachers have served long enough. */
export async function readOffersToPlan(client: pg.ClientBase, rules: OfferRules): Promise<OffersToPlan> {
  const table = new OfferTable();
  const wanting = new Map<string, number>();
  await readActiveOffers(client, rules, (offer, { to_district }) => {
    table.add(offer);
    wanting.set(to_district, (wanting.get(to_district) ?? 0) + 1);
  });
  return { table, wanting };
}
