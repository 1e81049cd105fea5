import type { PrivacySettings, RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import { sql, type Transaction } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, NewOfferRow, RequestRow, UserRow } from '../database/tables/schema.ts';
import { privacyColumns } from '../privacy/privacy-columns.ts';
import {
  type SearchedPerson,
  type SearchedRequest,
  searchWords,
  verifiedText,
} from '../privacy/search-words.ts';

/**
 * Updates the columns and rows that lists, matches and searches read, whenever a person or one of their requests changes: hidden fields,
 * search words, places and offers. Only `members/` calls it: each of its functions that changes a person does so once. If a new version
 * of the product derives other words, `rewrite-search-words.ts` rewrites the stored ones.
 */

type PrivacyColumn = 'hide_name' | 'hide_phone' | 'hide_email' | 'hide_school_name';

type Person = SearchedPerson &
  Pick<
    UserRow,
    | 'id'
    | 'district'
    | 'block'
    | 'verified_at'
    | 'role'
    | 'is_active'
    | 'desired_district'
    | 'desired_block'
    | 'subject'
    | 'class_range'
    | 'category'
    | 'joined_on'
    | 'created_at'
    | 'has_posted'
    | PrivacyColumn
    | `own_${PrivacyColumn}`
  >;

type Request = SearchedRequest &
  Pick<
    RequestRow,
    | 'id'
    | 'status'
    | 'created_at'
    | 'desired_district'
    | 'desired_block'
    | 'subject'
    | 'class_range'
    | PrivacyColumn
  >;

/** Statuses in which the privacy settings of a request apply to its owner. */
const openStatuses: readonly RequestStatus[] = ['active', 'pending'];

/**
 * Returns the hidden fields. A field is hidden if the person or any open request hides it, because comparing two cards of one person would
 * otherwise reveal it. Without an open request a field stays as hidden as it was, so that the end of the last request reveals nothing.
 */
export function effectivePrivacy(
  person: Pick<Person, PrivacyColumn | `own_${PrivacyColumn}`>,
  requests: readonly Request[],
): PrivacySettings {
  const open: readonly Pick<Request, PrivacyColumn>[] = requests.filter(isOpen);
  const others = open.length === 0 ? [person] : open;
  const hides = (column: PrivacyColumn) => person[`own_${column}`] || others.some((other) => other[column]);
  return {
    hideName: hides('hide_name'),
    hidePhone: hides('hide_phone'),
    hideEmail: hides('hide_email'),
    hideSchoolName: hides('hide_school_name'),
  };
}

/** Returns the offers of a person: one for each active request, or the registered wish until the first one is posted. */
export function offersOf(person: Person, requests: readonly Request[]): NewOfferRow[] {
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

/** Marks the offers that repeat a posting or a wish, so that a person is counted once. */
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

/** Locks the person and updates everything that is derived from them and their requests. */
export async function refreshProjections(transaction: Transaction<Database>, userId: string): Promise<void> {
  const person = await transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const requests = await transaction
    .selectFrom('requests')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const privacy = effectivePrivacy(person, requests);
  await writePrivacy(transaction, person, privacy, hasPosted(person, requests));
  await writeSearches(transaction, person, requests.filter(isOpen), privacy);
  await writeOrder(transaction, userId, requests);
  await writeOffers(transaction, userId, offersOf(person, requests));
}

/** Marks the open requests of teachers who were verified. Nothing else of the projections depends on it. */
export async function refreshVerification(
  transaction: Transaction<Database>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await transaction
    .updateTable('requests')
    .set({ owner_verified: 'yes' })
    .where('user_id', 'in', userIds)
    .where('status', 'in', openStatuses)
    .execute();
}

function hasPosted(person: Pick<Person, 'has_posted'>, requests: readonly Request[]): boolean {
  return person.has_posted || requests.length > 0;
}

function isOpen(request: Request): boolean {
  return openStatuses.includes(request.status);
}

/** Writes nothing if nothing changed: an update of an account touches ten indexes and wakes three triggers. */
async function writePrivacy(
  transaction: Transaction<Database>,
  person: Person,
  privacy: PrivacySettings,
  has_posted: boolean,
): Promise<void> {
  const columns = { has_posted, ...privacyColumns(privacy) };
  const names = Object.keys(columns) as (keyof typeof columns)[];
  if (names.every((name) => columns[name] === person[name])) return;
  await transaction.updateTable('users').set(columns).where('id', '=', person.id).execute();
}

/**
 * Returns the derived columns of a new open request, so that `refreshProjections` finds them already written, unless other requests of the
 * person hide more.
 */
export function derivedColumns(person: Person, request: Request) {
  if (!isOpen(request)) return {};
  const { words, ...columns } = searchOf(person, request, effectivePrivacy(person, [request]));
  return { ...columns, search: sql<string>`array_to_tsvector(${words}::text[])` };
}

function searchOf(person: Person, request: Request, privacy: PrivacySettings) {
  return {
    words: searchWords(person, request, privacy),
    owner_is_active: person.is_active,
    from_district: person.district,
    from_block: person.block,
    owner_verified: verifiedText(person),
  };
}

/** Writes the open requests whose derived columns changed. */
async function writeSearches(
  transaction: Transaction<Database>,
  person: Person,
  requests: readonly Request[],
  privacy: PrivacySettings,
): Promise<void> {
  if (requests.length === 0) return;
  const fresh = requests.map((request) => ({ id: request.id, ...searchOf(person, request, privacy) }));
  const query = sql`
    update requests set search = fresh.search, owner_is_active = fresh.owner_is_active, from_district = fresh.from_district,
      from_block = fresh.from_block, owner_verified = fresh.owner_verified
    from (
      select id, array_to_tsvector(words) as search, owner_is_active, from_district, from_block, owner_verified
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as given (id uuid, words text[], owner_is_active boolean,
        from_district text, from_block text, owner_verified text)
    ) as fresh
    where requests.id = fresh.id and (
      requests.search, requests.owner_is_active, requests.from_district, requests.from_block, requests.owner_verified
    ) is distinct from (
      fresh.search, fresh.owner_is_active, fresh.from_district, fresh.from_block, fresh.owner_verified
    )`;
  await executePrepared(transaction, 'derived columns of requests', query.compile(transaction));
}

/** Returns the newest of a person's active requests. Lists show it before the person's other ones. */
export function newestActive<Kind extends Pick<Request, 'id' | 'status'>>(
  requests: readonly Kind[],
): Kind | undefined {
  return requests
    .filter(({ status }) => status === 'active')
    .reduce<Kind | undefined>(
      (newest, request) => (newest === undefined || request.id > newest.id ? request : newest),
      undefined,
    );
}

/** Marks the requests that lists show after the newest request of every person, so that no person fills the first page. */
async function writeOrder(
  transaction: Transaction<Database>,
  userId: string,
  requests: readonly (Request & Pick<RequestRow, 'stands_back'>)[],
): Promise<void> {
  const newest = newestActive(requests)?.id ?? null;
  const standsBack = ({ id, status }: Request) => status === 'active' && id !== newest;
  if (requests.every((request) => request.stands_back === standsBack(request))) return;
  const stands_back = sql<boolean>`(status = 'active' and id is distinct from ${newest}::uuid)`;
  await transaction
    .updateTable('requests')
    .set({ stands_back })
    .where('user_id', '=', userId)
    .where(sql<boolean>`stands_back <> ${stands_back}`)
    .execute();
}

/** Replaces the offers if they changed. New offers of requests will be announced. */
async function writeOffers(
  transaction: Transaction<Database>,
  userId: string,
  offers: readonly NewOfferRow[],
): Promise<void> {
  const before = await transaction.selectFrom('offers').selectAll().where('user_id', '=', userId).execute();
  const there = new Set(before.map(textOf));
  if (before.length === offers.length && offers.every((offer) => there.has(textOf(offer)))) return;
  const known = new Set(before.map(wishText));
  const fresh = offers.filter((offer) => !known.has(wishText(offer)));
  if (before.length > 0) await transaction.deleteFrom('offers').where('user_id', '=', userId).execute();
  if (offers.length > 0) await transaction.insertInto('offers').values(offers).execute();
  const opened = fresh.flatMap(({ request_id, offered_at }) =>
    typeof request_id === 'string' ? [{ request_id, offered_at }] : [],
  );
  if (opened.length === 0) return;
  await transaction
    .insertInto('offers_to_announce')
    .values(opened)
    // An offer that changes again waits for the full time again.
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ seen_at: null }))
    .execute();
}

function textOf(offer: NewOfferRow): string {
  return JSON.stringify(Object.entries(offer).sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Returns the offer without the columns that depend on the person's other offers. */
function wishText({ repeats_posting, repeats_wish, joined_on, ...offer }: NewOfferRow): string {
  return textOf(offer);
}
