import { type Kysely, sql, type Transaction } from 'kysely';
import { noteOfferWrite } from '../http/turns.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Database, NewOfferRow, RequestRow, UserRow } from '../platform/database/tables.ts';
import { findStoredOffers } from './request-rows.ts';

/** Columns of a person from which their offers are derived. */
export type OfferingPerson = Pick<
  UserRow,
  | 'id'
  | 'district'
  | 'block'
  | 'is_active'
  | 'desired_district'
  | 'desired_block'
  | 'subject'
  | 'class_range'
  | 'category'
  | 'joined_on'
  | 'created_at'
  | 'has_posted'
>;

/** Columns of a request from which its offer is derived. */
export type OfferedRequest = Pick<
  RequestRow,
  'id' | 'status' | 'created_at' | 'desired_district' | 'desired_block' | 'subject' | 'class_range'
>;

/** Returns the offers of a person: one for each active request, or one for the registered wish until the person posts a request. */
export function offersOf(person: OfferingPerson, requests: readonly OfferedRequest[]): NewOfferRow[] {
  const { district, block, desired_district, subject, class_range } = person;
  if (!person.is_active || !district || !block || !desired_district || !subject || !class_range) return [];
  const posting = {
    user_id: person.id,
    category: person.category,
    joined_on: person.joined_on,
    from_district: district,
    from_block: block,
  };
  const registered: NewOfferRow = {
    ...posting,
    request_id: null,
    subject,
    class_range,
    to_district: desired_district,
    to_block: person.desired_block,
    offered_at: person.created_at,
  };
  const isFulfilled = person.desired_block === block;
  if (!hasPosted(person, requests)) return isFulfilled ? [] : markRepeats([registered]);
  const active = requests.filter((request) => request.status === 'active');
  return markRepeats(
    active.map((request) => ({
      ...posting,
      request_id: request.id,
      subject: request.subject,
      class_range: request.class_range,
      to_district: request.desired_district,
      to_block: request.desired_block,
      offered_at: request.created_at,
    })),
  );
}

/**
 * Marks the offers that have the same subject and class level as an earlier offer of the person, and those that also lead to the same
 * district, so that a person is counted once.
 */
function markRepeats(offers: readonly NewOfferRow[]): NewOfferRow[] {
  const seen = new Set<string>();
  const repeats = (...words: string[]) => {
    const text = words.join(' ');
    const isKnown = seen.has(text);
    seen.add(text);
    return isKnown;
  };
  return offers.map((offer) => ({
    ...offer,
    repeats_posting: repeats(offer.subject, offer.class_range),
    repeats_wish: repeats(offer.subject, offer.class_range, offer.to_district),
  }));
}

export function hasPosted(
  { has_posted }: Pick<UserRow, 'has_posted'>,
  requests: readonly unknown[],
): boolean {
  return has_posted || requests.length > 0;
}

/** Replaces the offers that changed. Queues new offers of requests for announcement. */
export async function writeOffers(
  transaction: Transaction<Database>,
  userId: string,
  offers: readonly NewOfferRow[],
): Promise<void> {
  const before = await findStoredOffers(transaction, userId);
  const come = without(offers, before, textOf);
  const gone = without(before, offers, textOf);
  if (come.length + gone.length === 0) return;
  noteOfferWrite();
  await replaceOffers(transaction, userId, { gone, come, opened: without(come, before, wishText) });
}

/** Columns of `offers`. Statements list them explicitly, so that a column added by a later version gets its default. */
export const offerColumns = [
  'request_id',
  'user_id',
  'subject',
  'class_range',
  'category',
  'joined_on',
  'from_district',
  'from_block',
  'to_district',
  'to_block',
  'offered_at',
  'repeats_posting',
  'repeats_wish',
] as const satisfies readonly (keyof NewOfferRow)[];

/** Deletes and inserts offers and queues their announcements, in one statement. */
async function replaceOffers(
  transaction: Transaction<Database>,
  userId: string,
  { gone, come, opened }: Readonly<Record<'gone' | 'come' | 'opened', readonly NewOfferRow[]>>,
): Promise<void> {
  const ids = gone.map(({ request_id, user_id }) => request_id ?? user_id);
  const announced = opened.filter(({ request_id }) => typeof request_id === 'string');
  const columns = sql.raw(offerColumns.join(', '));
  // The insert reads the number of deleted rows, so that the deletion runs first: both may concern the same request. Clearing `seen_at`
  // restarts the waiting time of an offer that changed again.
  const query = sql`
    with gone as (
      delete from offers where user_id = ${userId} and coalesce(request_id, user_id) = any(${ids}::uuid[]) returning 1
    ), come as (
      insert into offers (${columns})
      select ${columns} from jsonb_populate_recordset(null::offers, ${JSON.stringify(come)}::jsonb)
      where (select count(*) from gone) >= 0
    )
    insert into offers_to_announce (request_id, offered_at)
    select request_id, offered_at from jsonb_populate_recordset(null::offers, ${JSON.stringify(announced)}::jsonb)
    on conflict (request_id) do update set seen_at = null`;
  await executePrepared(transaction, 'changed offers of a person', query.compile(transaction));
}

/** Returns the rows whose text does not occur among the others. */
function without<Row>(rows: readonly Row[], others: readonly Row[], text: (row: Row) => string): Row[] {
  const known = new Set(others.map(text));
  return rows.filter((row) => !known.has(text(row)));
}

function textOf(offer: NewOfferRow): string {
  return JSON.stringify(Object.entries(offer).sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Returns the offer as text, without the joining date and the columns that depend on the person's other offers. */
function wishText({ repeats_posting, repeats_wish, joined_on, ...offer }: NewOfferRow): string {
  return textOf(offer);
}

/**
 * Sets `seen_at` of each offer that no server has seen since its last change. Also replaces a time in the future, which was written before
 * the clock was set back. Skips rows that another process has locked.
 */
export async function storeOffersSeen(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('offers_to_announce')
    .set({ seen_at: now })
    .where((row) =>
      row(
        'request_id',
        'in',
        row
          .selectFrom('offers_to_announce')
          .select('request_id')
          .where((seen) => seen.or([seen('seen_at', 'is', null), seen('seen_at', '>', now)]))
          .forUpdate()
          .skipLocked(),
      ),
    )
    .execute();
}

/**
 * Claims an offer to announce by deleting its row. Locks the account and the request first, in the order in which an erasure locks them, so
 * that neither is erased meanwhile.
 *
 * @returns false if the row does not exist or another process has locked it.
 */
export async function claimOffer(transaction: Transaction<Database>, requestId: string): Promise<boolean> {
  const query = sql`
    with owner as materialized (
      select id from users where id = (select user_id from requests where id = ${requestId}) for key share
    ), request as materialized (
      select id from requests where id = ${requestId} and user_id in (select id from owner) for key share
    ), free as materialized (
      select request_id from offers_to_announce where request_id in (select id from request) for update skip locked
    )
    delete from offers_to_announce where request_id in (select request_id from free) returning request_id`;
  const claimed = await executePrepared(transaction, 'claimed offer', query.compile(transaction));
  return claimed.length > 0;
}
