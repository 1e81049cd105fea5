import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import type pg from 'pg';
import { inOneSnapshot, streamRows } from '../database/stream-rows.ts';
import { graphOfferOf, type OfferRules, type RequestOffer } from './request-offer.ts';

/** Columns of `offers` that make a `RequestOffer`. */
export const offerColumns = `request_id, user_id, subject, class_range, category, from_block, to_district, to_block,
  (extract(epoch from offered_at) * 1000)::float8 as waiting_since`;

/**
 * Streams the offers of all active requests that may be in rings, in one read-only query.
 *
 * @param options.batchSize Number of rows per batch; the event loop serves other calls between batches.
 */
export async function readActiveOffers(
  client: pg.ClientBase,
  { rules, batchSize }: { readonly rules: OfferRules; readonly batchSize: number },
  take: (offer: GraphOffer, row: RequestOffer) => void,
): Promise<void> {
  const text = `select ${offerColumns}, joined_on::text from offers where request_id is not null`;
  const takeRow = (row: RequestOffer & { readonly joined_on: string | null }) => {
    if (hasServed(row.joined_on, rules)) take(graphOfferOf(row, rules), row);
  };
  await inOneSnapshot(client, () => streamRows(client, { text, values: [] }, takeRow, batchSize));
}
