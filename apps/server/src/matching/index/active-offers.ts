import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import type pg from 'pg';
import { inOneSnapshot } from '../../platform/database/rows.ts';
import { isOfRequest, streamOffers } from './indexed-offers.queries.ts';
import { graphOfferOf, type OfferRules, type RequestOffer } from './request-offer.ts';
import { SharedTexts } from './shared-texts.ts';

/** Streams the offers of all active requests that may be in rings. Runs one read-only query. */
export async function readActiveOffers(
  client: pg.ClientBase,
  rules: OfferRules,
  take: (offer: GraphOffer, row: RequestOffer) => void,
): Promise<void> {
  await inOneSnapshot(client, () =>
    streamOffers(client, new SharedTexts(), (row) => {
      if (isOfRequest(row) && hasServed(row.joined_on, rules)) take(graphOfferOf(row, rules), row);
    }),
  );
}
