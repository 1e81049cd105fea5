import type {
  ContactPreference,
  PrivacySettings,
  RequestStatus,
} from '@mutual-transfer/domain/requests/transfer-request';
import { sql, type Transaction } from 'kysely';
import { noteOfferWrite } from '../http/turns.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Database, NewRequestRow, RequestRow, UserRow } from '../platform/database/tables.ts';
import { hasPosted, type OfferedRequest, type OfferingPerson, offersOf, writeOffers } from './offers.ts';
import { findRequestsOf } from './request-rows.ts';
import { type SearchedPerson, type SearchedRequest, searchWords } from './search-words.ts';
import { type PrivacyColumn, privacyColumns } from './visibility.ts';

/**
 * Projections: the derived columns and rows that lists, matches and searches read (hidden fields, search words, places, and the offers of
 * `offers.ts`). Each function of `people/` that changes a person or their requests updates them once; nothing else does.
 */

type Person = SearchedPerson &
  OfferingPerson &
  Pick<UserRow, 'verified_at' | 'role' | 'contact_preference' | PrivacyColumn | `own_${PrivacyColumn}`>;

type Request = SearchedRequest & OfferedRequest & Pick<RequestRow, PrivacyColumn>;

/** Stored request with its order in lists. */
type OrderedRequest = Request & Pick<RequestRow, 'stands_back'>;

/** Statuses in which the privacy settings of a request apply to its owner. */
const openStatuses: readonly RequestStatus[] = ['active', 'pending'];

/**
 * Returns the hidden fields. A field is hidden if the person or any open request hides it, because comparing two cards of one person would
 * otherwise reveal it. Without an open request the hidden fields stay the same, so that the end of the last request reveals nothing.
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

/** Locks the person and updates everything that is derived from them and their requests. */
export async function refreshProjections(transaction: Transaction<Database>, userId: string): Promise<void> {
  const person = await transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await refreshProjectionsOf(transaction, person);
}

/**
 * Updates everything that is derived from a person and their requests.
 *
 * @param person Current row of the person, whom the caller has locked.
 */
export async function refreshProjectionsOf(
  transaction: Transaction<Database>,
  person: Person,
): Promise<void> {
  await writeDerived(transaction, person, await findRequestsOf(transaction, person.id), []);
}

/**
 * Stores new requests with their derived columns, and updates everything else that is derived from the person and their requests.
 *
 * @param person Current row of the person, whom the caller has locked, and how the person wants to be contacted.
 * @param before Other requests of the person.
 */
export async function insertRequests(
  transaction: Transaction<Database>,
  { contact, ...person }: Person & { contact: ContactPreference | null },
  before: readonly OrderedRequest[],
  posted: readonly (NewRequestRow & Request)[],
): Promise<void> {
  const requests = [...before, ...posted];
  const privacy = effectivePrivacy(person, requests);
  const newest = newestActive(requests);
  const values = posted.map((request) => ({
    ...request,
    ...derivedColumns(person, request, privacy),
    stands_back: standsBack(request, newest),
  }));
  await transaction.insertInto('requests').values(values).execute();
  await writeDerived(transaction, person, before, posted, contact);
}

/**
 * Updates everything that is derived from a person and their requests.
 *
 * @param before Stored requests, whose derived columns may be outdated.
 * @param posted New requests, which were stored with their derived columns.
 */
async function writeDerived(
  transaction: Transaction<Database>,
  person: Person,
  before: readonly OrderedRequest[],
  posted: readonly Request[],
  contact = person.contact_preference,
): Promise<void> {
  const requests = [...before, ...posted].sort((one, other) => (one.id < other.id ? -1 : 1));
  const privacy = effectivePrivacy(person, requests);
  await writePerson(transaction, person, {
    has_posted: hasPosted(person, requests),
    contact_preference: contact,
    ...privacyColumns(privacy),
  });
  await writeSearches(transaction, person, before.filter(isOpen), privacy);
  await writeOrder(transaction, person.id, before, newestActive(requests));
  await writeOffers(transaction, person.id, offersOf(person, requests));
}

/** Marks the open requests of teachers who were verified. No other projection depends on the verification. */
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
  noteOfferWrite();
}

function isOpen(request: Request): boolean {
  return openStatuses.includes(request.status);
}

/**
 * Updates these columns of an account only if they changed, because an update of an account touches ten indexes and fires three triggers.
 */
async function writePerson(
  transaction: Transaction<Database>,
  person: Person,
  columns: Pick<UserRow, 'has_posted' | 'contact_preference' | PrivacyColumn>,
): Promise<void> {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  if (names.every((name) => columns[name] === person[name])) return;
  await transaction.updateTable('users').set(columns).where('id', '=', person.id).execute();
}

/** Returns the derived columns of a new request. A held one has none. */
function derivedColumns(person: Person, request: Request, privacy: PrivacySettings) {
  if (!isOpen(request)) return {};
  const { words, ...columns } = searchOf(person, request, privacy);
  return { ...columns, search: sql<string>`array_to_tsvector(${words}::text[])` };
}

function searchOf(person: Person, request: Request, privacy: PrivacySettings) {
  return {
    words: searchWords(person, request, privacy),
    owner_is_active: person.is_active,
    from_district: person.district,
    from_block: person.block,
    owner_verified: person.verified_at === null ? 'no' : 'yes',
  };
}

/** Updates the derived columns of open requests where they changed. */
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
    )
    returning requests.id`;
  const changed = await executePrepared(
    transaction,
    'derived columns of requests',
    query.compile(transaction),
  );
  if (changed.length > 0) noteOfferWrite();
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

/**
 * Sets `stands_back` of every active request except the newest. Lists show these requests after the newest request of every person, so that
 * no person fills the first page.
 */
async function writeOrder(
  transaction: Transaction<Database>,
  userId: string,
  requests: readonly OrderedRequest[],
  newest: Pick<Request, 'id'> | undefined,
): Promise<void> {
  if (requests.every((request) => request.stands_back === standsBack(request, newest))) return;
  noteOfferWrite();
  const stands_back = sql<boolean>`(status = 'active' and id is distinct from ${newest?.id ?? null}::uuid)`;
  await transaction
    .updateTable('requests')
    .set({ stands_back })
    .where('user_id', '=', userId)
    .where(sql<boolean>`stands_back <> ${stands_back}`)
    .execute();
}

function standsBack(
  { id, status }: Pick<Request, 'id' | 'status'>,
  newest: Pick<Request, 'id'> | undefined,
): boolean {
  return status === 'active' && id !== newest?.id;
}
