import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import type pg from 'pg';
import { inOneSnapshot } from '../../platform/database/rows.ts';
import { requestOfferBatches } from './indexed-offers.queries.ts';
import { graphOfferOf, type OfferRules, type RequestOffer } from './request-offer.ts';

/** Reads the offers of all active requests that may be in rings, in one snapshot. */
export async function readActiveOffers(
  client: pg.ClientBase,
  rules: OfferRules,
  take: (offer: GraphOffer, row: RequestOffer) => void,
): Promise<void> {
  await inOneSnapshot(client, async () => {
    for await (const offers of requestOfferBatches(client)) {
      for (const offer of offers)
        if (hasServed(offer.joined_on, rules)) take(graphOfferOf(offer, rules), offer);
    }
  });
}
