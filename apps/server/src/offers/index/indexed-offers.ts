import type pg from 'pg';
import { streamRows } from '../../database/stream-rows.ts';
import { offerColumns } from '../active-offers.ts';
import type { RequestOffer } from '../request-offer.ts';
import type { IndexedOffer } from './offer-table.ts';

/** Offer with all columns that the ring graph and the match index need. */
export type StreamedOffer = IndexedOffer & Omit<RequestOffer, 'request_id'>;

const indexed = `select ${offerColumns}, from_district, joined_on::text, repeats_posting, repeats_wish from offers`;

/** Streams every offer in id order; runs inside the caller's transaction. */
export async function streamOffers(
  client: pg.ClientBase,
  take: (offer: StreamedOffer) => void,
): Promise<void> {
  await streamRows(client, { text: `${indexed} where request_id is not null order by request_id` }, take);
  await streamRows(client, { text: `${indexed} where request_id is null order by user_id` }, take);
}

/** Returns the offers of the requests with these ids, and the registered wishes of the teachers with these ids. */
export async function readOffers(client: pg.ClientBase, ids: readonly string[]): Promise<StreamedOffer[]> {
  const { rows } = await client.query<StreamedOffer>(
    `${indexed} where request_id = any($1::uuid[]) or (request_id is null and user_id = any($1::uuid[]))
    order by coalesce(request_id, user_id)`,
    [ids],
  );
  return rows;
}

/** Returns the id of the request, or of the teacher for a registered wish. */
export function idOfOffer({ request_id, user_id }: StreamedOffer): string {
  return request_id ?? user_id;
}
