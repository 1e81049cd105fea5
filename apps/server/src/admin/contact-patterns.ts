import type { ContactPatterns } from '@mutual-transfer/domain/accounts/contact-views';
import { type Kysely, sql } from 'kysely';
import { recordShown } from '../people/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';

/** Thresholds of an account. A teacher who views the hundred matches of a request and some pages of the list stays below. */
const MANY_AN_HOUR = 150;
const MANY_A_DAY = 250;
/** Thresholds of an address, for several new accounts that each stay below the thresholds of an account. */
const MANY_ACCOUNTS = 5;
const MANY_OF_ACCOUNTS = 100;
const SHOWN = 50;

interface PatternRow {
  id: string;
  name: string;
  email: string;
  isActive: boolean;
  hour: number;
  day: number;
  refused: number;
}

interface AddressRow {
  address: string;
  accounts: number;
  day: number;
  withoutStanding: number;
}

/** Returns accounts and addresses with unusual numbers of opened contacts. */
export async function findContactPatterns(
  db: Kysely<Database>,
  viewer: SignedIn,
  now: Date,
): Promise<ContactPatterns> {
  const [accounts, addresses] = await Promise.all([findAccounts(db, now), findAddresses(db, now)]);
  for (const { id } of accounts) recordShown(viewer, id);
  return {
    accounts: accounts.map(({ id, name, email, isActive, hour, day, refused }) => ({
      user: { _id: id, name, email, isActive },
      openedLastHour: hour,
      openedLastDay: day,
      refusedLastDay: refused,
    })),
    addresses: addresses.map(({ address, accounts, day, withoutStanding }) => ({
      address,
      accounts,
      openedLastDay: day,
      openedWithoutStanding: withoutStanding,
    })),
  };
}

/** Returns accounts that opened many contacts or were refused contacts, most refusals first. */
async function findAccounts(db: Kysely<Database>, now: Date): Promise<PatternRow[]> {
  const { rows } = await sql<PatternRow>`
    with opened as (
      select viewer_id, count(*)::int as day,
        (count(*) filter (where opened_at > ${now}::timestamptz - interval '1 hour'))::int as hour
      from contact_views where opened_at > ${now}::timestamptz - interval '1 day' group by viewer_id
    ), refused as (
      select viewer_id, count(distinct seen_id)::int as refused from contact_refusals
      where day >= (${now}::timestamptz at time zone interval '5 hours 30 minutes')::date - 1 group by viewer_id
    )
    select users.id, users.name, users.email, users.is_active as "isActive",
      coalesce(hour, 0) as hour, coalesce(day, 0) as day, coalesce(refused, 0) as refused
    from opened full join refused using (viewer_id) join users on users.id = viewer_id
    where refused > 0 or hour >= ${MANY_AN_HOUR} or day >= ${MANY_A_DAY}
    order by coalesce(refused, 0) desc, coalesce(day, 0) desc, users.id limit ${SHOWN}`.execute(db);
  return rows;
}

/**
 * Returns addresses from which many contacts were opened, most first. Contacts opened by accounts without standing (see
 * `people/contacts.ts`) include those of erased accounts.
 */
async function findAddresses(db: Kysely<Database>, now: Date): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    with opened as (
      select address, count(distinct viewer_id)::int as accounts, count(*)::int as day
      from contact_views where opened_at > ${now}::timestamptz - interval '1 day' and address is not null
      group by address
    ), counted as (
      select substr(key, length('contacts:') + 1) as address, points
      from rate_limits where key like 'contacts:%' and expires_at > ${now}::timestamptz
    )
    select address, coalesce(accounts, 0) as accounts, coalesce(day, 0) as day, coalesce(points, 0) as "withoutStanding"
    from opened full join counted using (address)
    where day >= ${MANY_A_DAY} or points >= ${MANY_A_DAY} or (accounts >= ${MANY_ACCOUNTS} and day >= ${MANY_OF_ACCOUNTS})
    order by greatest(day, points) desc, address limit ${SHOWN}`.execute(db);
  return rows;
}
