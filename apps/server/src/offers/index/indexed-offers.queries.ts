import type pg from 'pg';
import { type Cells, copyOfCell, readRows, streamRows } from '../../database/stream-rows.ts';
import type { RequestOffer } from '../request-offer.ts';
import type { IndexedOffer } from './offer-table.ts';

/** Offer with all columns that the ring graph and the match index need. */
export type StreamedOffer = IndexedOffer & Omit<RequestOffer, 'request_id'>;

const indexed = `select request_id::text, user_id::text, subject, class_range, category, joined_on::text, from_district, from_block,
  to_district, to_block, repeats_posting::text, repeats_wish::text, (extract(epoch from offered_at) * 1000)::float8::text from offers`;

/** Streams the teachers of all registered wishes in ascending order of id; runs inside the caller's transaction. */
export function streamWishes(client: pg.ClientBase, take: (userId: string) => void): Promise<void> {
  const wishes = 'select user_id from offers where request_id is null order by user_id';
  return streamRows(client, wishes, ([userId]) => take(userId));
}

/** Streams every offer in ascending order of its request, so that the graph of rings appends; runs inside the caller's transaction. */
export function streamOffers(client: pg.ClientBase, take: (offer: StreamedOffer) => void): Promise<void> {
  return streamRows(client, `${indexed} order by request_id`, (cells) => take(offerOf(cells)));
}

/** Returns the offers of the requests with these ids, and the registered wishes of the teachers with these ids. */
export async function readOffers(client: pg.ClientBase, ids: readonly string[]): Promise<StreamedOffer[]> {
  const text = `${indexed} where request_id = any($1::uuid[]) or (request_id is null and user_id = any($1::uuid[]))
    order by coalesce(request_id, user_id)`;
  return (await readRows(client, text, [ids])).map(offerOf);
}

/** Returns the id of the request, or of the teacher for a registered wish. */
export function idOfOffer({ request_id, user_id }: StreamedOffer): string {
  return request_id ?? user_id;
}

/** Returns true for an offer of a request, false for a registered wish. */
export function isOfRequest(offer: StreamedOffer): offer is StreamedOffer & RequestOffer {
  return offer.request_id !== null;
}

/** Copies the ids, which the graph of rings keeps. */
function offerOf(cells: Cells): StreamedOffer {
  const [requestId, userId, subject, class_range, category, joinedOn, ...others] = cells;
  const [from_district, from_block, to_district, toBlock, repeatsPosting, repeatsWish, waitingSince] = others;
  return {
    request_id: requestId === '' ? null : copyOfCell(requestId),
    user_id: copyOfCell(userId),
    subject,
    class_range,
    category: category || null,
    joined_on: joinedOn || null,
    from_district,
    from_block,
    to_district,
    to_block: toBlock || null,
    repeats_posting: repeatsPosting === 'true',
    repeats_wish: repeatsWish === 'true',
    waiting_since: Number(waitingSince),
  };
}
