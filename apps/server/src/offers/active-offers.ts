import type { KnownOffer } from '@mutual-transfer/matching/live/ring-graph';
import type pg from 'pg';
import { knownOfferOf, type OfferRules, type RequestOffer } from './known-offer.ts';

/** What is selected of `offers` to make a `RequestOffer`. */
export const offerColumns = `request_id, user_id, subject, class_range, category, from_block, to_district, to_block,
  (extract(epoch from offered_at) * 1000)::float8 as waiting_since`;

/**
 * That an offer's teacher has served long enough, as far as they said.
 *
 * @param joinedBy The number of the parameter that holds the day of the rules; null there asks for no service.
 */
export const hasServedBy = (joinedBy: `$${number}`) =>
  `(${joinedBy}::date is null or joined_on is null or joined_on <= ${joinedBy}::date)`;

/**
 * Reads every active request's offer that may be in rings in one streamed, read-only query.
 *
 * @param options.batchSize Rows read at once: between two batches the event loop serves other calls.
 * @returns the snapshot that was read.
 */
export async function readActiveOffers(
  client: pg.ClientBase,
  { rules, batchSize }: { readonly rules: OfferRules; readonly batchSize: number },
  take: (offer: KnownOffer, row: RequestOffer) => void,
): Promise<string> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  await client.query(
    `declare everything no scroll cursor for select ${offerColumns} from offers
      where request_id is not null and ${hasServedBy('$1')}`,
    [rules.joinedBy],
  );
  for (let isMore = true; isMore; ) {
    const found = await client.query<RequestOffer>(`fetch ${batchSize} from everything`);
    for (const row of found.rows) take(knownOfferOf(row, rules), row);
    isMore = found.rows.length === batchSize;
  }
  await client.query('commit');
  return rows[0]?.snapshot ?? '';
}
