import type pg from 'pg';
import { streamRows } from '../../database/stream-rows.ts';
import { offerColumns } from '../active-offers.ts';
import type { RequestOffer } from '../request-offer.ts';
import type { IndexedOffer } from './offer-table.ts';

/** An offer for the graph of rings and the index of matches. */
export type StreamedOffer = IndexedOffer & Omit<RequestOffer, 'request_id'>;

const indexed = `select ${offerColumns}, from_district, joined_on::text, repeats_posting, repeats_wish from offers`;

/** Reads every offer within a transaction, in the order of their ids. */
export async function streamOffers(
  client: pg.ClientBase,
  take: (offer: StreamedOffer) => void,
): Promise<void> {
  await streamRows(client, { text: `${indexed} where request_id is not null order by request_id` }, take);
  await streamRows(client, { text: `${indexed} where request_id is null order by user_id` }, take);
}

/** The offers of these requests and, as registered wishes, of these teachers. */
export async function readOffers(client: pg.ClientBase, ids: readonly string[]): Promise<StreamedOffer[]> {
  const { rows } = await client.query<StreamedOffer>(
    `${indexed} where request_id = any($1::uuid[]) or (request_id is null and user_id = any($1::uuid[]))
    order by coalesce(request_id, user_id)`,
    [ids],
  );
  return rows;
}

/** The id of a request, or of the teacher of a registered wish. */
export function idOfOffer({ request_id, user_id }: StreamedOffer): string {
  return request_id ?? user_id;
}
