import type pg from 'pg';
import { batchesById, type Cells, READ_AT_ONCE, readRows } from '../../platform/database/rows.ts';
import type { IndexedOffer } from './offer-table.ts';
import { type RequestOffer, wishColumns } from './request-offer.ts';

/** Offer with all columns that the ring graph and the match index need. */
export type IndexableOffer = IndexedOffer &
  Omit<RequestOffer, 'request_id'> & {
    /** Id of the offer's request; for a registered wish, the id of its teacher. */
    id: string;
  };

/**
 * SQL that selects the columns of `offers` as text; the time of posting in milliseconds. An `order by` names the table: the name of a column
 * alone would be the selected text, whose order no index has.
 */
const indexed = `select request_id::text, user_id::text, repeats_posting::text, repeats_wish::text, ${wishColumns.join()},
  joined_on::text, ((extract(epoch from offered_at) * 1000)::float8)::text from offers`;

/**
 * Yields the ids of all people who have never posted in batches, in ascending order. Also those without a registered wish at present, since
 * it may come back: after a move away from the place they wished for, or when the account is activated again. Runs in the caller's
 * transaction.
 */
export function wisherBatches(client: pg.ClientBase): AsyncGenerator<readonly { id: string }[]> {
  const text = `select id::text from users where not has_posted and id > $1 order by users.id limit ${READ_AT_ONCE}`;
  return batchesById(async (after) => (await readRows(client, text, [after])).map(([id]) => ({ id })));
}

/** Yields the offers of all requests in batches, in ascending order of the requests. Runs in the caller's transaction. */
export function requestOfferBatches(
  client: pg.ClientBase,
): AsyncGenerator<readonly (IndexableOffer & RequestOffer)[]> {
  const text = `${indexed} where request_id > $1 order by offers.request_id limit ${READ_AT_ONCE}`;
  return batchesById(async (after) =>
    (await readRows(client, text, [after])).map(offerOf).filter(isOfRequest),
  );
}

/** Yields all registered wishes in batches, in ascending order of the teachers. Runs in the caller's transaction. */
export function registeredWishBatches(client: pg.ClientBase): AsyncGenerator<readonly IndexableOffer[]> {
  const text = `${indexed} where request_id is null and user_id > $1 order by offers.user_id limit ${READ_AT_ONCE}`;
  return batchesById(async (after) => (await readRows(client, text, [after])).map(offerOf));
}

/** Returns the offers of the requests with these ids, and the registered wishes of the teachers with these ids. */
export async function readOffers(client: pg.ClientBase, ids: readonly string[]): Promise<IndexableOffer[]> {
  const text = `${indexed} where request_id = any($1::uuid[]) or (request_id is null and user_id = any($1::uuid[]))
    order by coalesce(request_id, user_id)`;
  return (await readRows(client, text, [ids])).map(offerOf);
}

/** Returns true for an offer of a request, false for a registered wish. */
export function isOfRequest(offer: IndexableOffer): offer is IndexableOffer & RequestOffer {
  return offer.request_id !== null;
}

function offerOf(cells: Cells): IndexableOffer {
  const [requestId, userId, repeatsPosting, repeatsWish, subject, class_range, category, ...others] = cells;
  const [from_district, from_block, to_district, toBlock, joinedOn, waiting] = others;
  return {
    id: requestId || userId,
    request_id: requestId || null,
    user_id: userId,
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
    waiting_since: Number(waiting),
  };
}
