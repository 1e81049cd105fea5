import { offerColumns } from '../people/offers.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Db, OfferRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/** Columns of an offer. Prepared queries list them, because they must not select `*`. */
export const offerRow = offerColumns.map((column) => `offers.${column}` as const);

export type ActiveOffer = OfferRow & { request_id: string };

/** Returns the offer of a request; undefined if the request is not active. */
export async function findOffer(db: Db, requestId: string): Promise<ActiveOffer | undefined> {
  const query = db.selectFrom('offers').select(offerRow).where('request_id', '=', requestId);
  const [offer] = await executePrepared(db, 'offer of a request', query.compile());
  return offer && asActive(offer);
}

/** Returns the offers of a teacher's active requests. */
export async function findOffersOf(db: Db, userId: string): Promise<ActiveOffer[]> {
  const offers = await db
    .selectFrom('offers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', 'is not', null)
    .orderBy('request_id')
    .execute();
  return offers.flatMap((offer) => asActive(offer) ?? []);
}

/** Returns a teacher's registered wish. It exists until the teacher posts the first request; administrators have none. */
export function findRegisteredOffer(db: Db, userId: string): Promise<OfferRow | undefined> {
  return db
    .selectFrom('offers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns the offer of a teacher's own request; undefined if the request is not active.
 *
 * @throws {AppError} `not_found` for an unknown request and for the request of another teacher.
 */
export async function findOwnOffer(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<ActiveOffer | undefined> {
  const query = db
    .selectFrom('requests')
    .leftJoin('offers', 'offers.request_id', 'requests.id')
    .select(offerRow)
    .where('requests.id', '=', id)
    .where('requests.user_id', '=', userId);
  const [own] = await executePrepared(db, 'own offer', query.compile());
  if (own === undefined) throw new AppError('not_found');
  // If the left join finds no offer, all columns of the offer are null.
  return own.request_id === null ? undefined : (own as ActiveOffer);
}

/** Returns the offer if it is of a request; undefined for a registered wish. */
export function asActive(offer: OfferRow): ActiveOffer | undefined {
  const { request_id } = offer;
  return request_id === null ? undefined : { ...offer, request_id };
}
