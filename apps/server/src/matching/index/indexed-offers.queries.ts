import type pg from 'pg';
import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { type Cells, readRows, streamRows } from '../../platform/database/rows.ts';
import { type IndexedOffer, offerFields } from './offer-table.ts';
import type { RequestOffer } from './request-offer.ts';
import type { SharedTexts } from './shared-texts.ts';

/** Offer with all columns that the ring graph and the match index need. */
export type StreamedOffer = IndexedOffer & Omit<RequestOffer, 'request_id'>;

/** Time of posting in milliseconds. */
const waitingSince = '(extract(epoch from offered_at) * 1000)::float8';

/** SQL that selects the columns of `offers` as text. */
const indexed = `select ${offerFields.map((column) => `${column}::text`).join()}, joined_on::text, ${waitingSince}::text from offers`;
const loaded = `select ${offerFields.join()}, joined_on::text, ${waitingSince} from offers order by request_id`;

/**
 * Streams the ids of all people who have never posted, in ascending order. Also those without a registered wish at present, since it may
 * come back: after a move away from the place they wished for, or when the account is activated again. Runs in the caller's transaction.
 */
export function streamWishers(client: pg.ClientBase, take: (row: BinaryRow) => void): Promise<void> {
  return streamRows(client, 'select id from users where not has_posted order by id', take);
}

/**
 * Streams all offers in ascending order of their requests, so that the ring graph can append them. Runs in the caller's transaction. Each
 * row begins with `offerFields`.
 */
export function streamOffers(
  client: pg.ClientBase,
  texts: SharedTexts,
  take: (offer: StreamedOffer, row: BinaryRow) => void,
): Promise<void> {
  return streamRows(client, loaded, (row) => take(offerIn(row, texts), row));
}

/** Returns the offers of the requests with these ids, and the registered wishes of the teachers with these ids. */
export async function readOffers(client: pg.ClientBase, ids: readonly string[]): Promise<StreamedOffer[]> {
  const text = `${indexed} where request_id = any($1::uuid[]) or (request_id is null and user_id = any($1::uuid[]))
    order by coalesce(request_id, user_id)`;
  return (await readRows(client, text, [ids])).map(offerOf);
}

/** Returns the id of the offer's request; for a registered wish, the id of its teacher. */
export function idOfOffer({ request_id, user_id }: StreamedOffer): string {
  return request_id ?? user_id;
}

/** Returns true for an offer of a request, false for a registered wish. */
export function isOfRequest(offer: StreamedOffer): offer is StreamedOffer & RequestOffer {
  return offer.request_id !== null;
}

function offerOf(cells: Cells): StreamedOffer {
  const [requestId, userId, repeatsPosting, repeatsWish, subject, class_range, category, ...others] = cells;
  const [from_district, from_block, to_district, toBlock, joinedOn, waiting] = others;
  return {
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

function offerIn(row: BinaryRow, texts: SharedTexts): StreamedOffer {
  return {
    request_id: row.isNull(0) ? null : row.id(0),
    user_id: row.id(1),
    repeats_posting: row.boolean(2),
    repeats_wish: row.boolean(3),
    subject: texts.at(texts.numberIn(row, 4)),
    class_range: texts.at(texts.numberIn(row, 5)),
    category: texts.textIn(row, 6),
    from_district: texts.at(texts.numberIn(row, 7)),
    from_block: texts.at(texts.numberIn(row, 8)),
    to_district: texts.at(texts.numberIn(row, 9)),
    to_block: texts.textIn(row, 10),
    joined_on: texts.textIn(row, 11),
    waiting_since: row.double(12),
  };
}
