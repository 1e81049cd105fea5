import type { ContactLimit, ContactViews } from '@mutual-transfer/domain/accounts/contact-views';
import type { Person } from '@mutual-transfer/domain/accounts/user';
import { type Kysely, sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import { prepared } from '../platform/database/postgres-dialect.ts';
import { daysBefore } from '../platform/database/rows.ts';
import type { Database } from '../platform/database/tables.ts';
import { addressKeys } from '../platform/limits.ts';
import type { SignedIn, Viewer } from '../platform/sessions.ts';
import { type PersonRow, personColumns, presentDeactivated, presentPerson } from './present.ts';
import { isUnblocked, mayContact, seesHidden } from './visibility.ts';

/** Kind of response that shows contacts: a list, or matches, rings and alerts. Each has its own budget. */
type ContactPlace = 'list' | 'match';

/**
 * Budgets of accounts without standing: with neither a verified phone nor a verification by an administrator, and either younger than 24
 * hours or without an active request. They are sufficient for the matches of a new account on its first day. All such accounts at one
 * address share the budget of the address.
 */
const WITHOUT_STANDING = { list: 30, match: 60 } as const;

/** Result of opening contacts: whose phone number and email address a response may show, unless they hide them. */
export interface Contacts {
  isOpen: (personId: string) => boolean;
  /** Fields of the response that state when the next contact opens, and how to open it sooner. Empty if all contacts are open. */
  limit: ContactLimit;
}

/** A person in a response, with the columns that decide whether the contact is shown. */
export type ShownPerson = Pick<PersonRow, 'personId' | 'district' | 'hide_phone' | 'hide_email'>;

/** Opens the contacts of the people in a response, in their order, within the viewer's budget. */
export type OpenContacts = (people: readonly ShownPerson[]) => Promise<Contacts>;

/** Contacts that are all open, for viewers without a budget and for viewers who see no contact in any case. */
export const everyContact: Contacts = { isOpen: () => true, limit: {} };

/** Contacts of people whom the screen does not show in full. */
export const noContact: Contacts = { isOpen: () => false, limit: {} };

/** Answer whose rows are read. It is presented once the contacts of its people are opened. */
export interface Found<Answer> {
  /** People in the order in which the answer shows them. */
  people: readonly ShownPerson[];
  present: (contacts: Contacts) => Answer;
}

/**
 * Returns a function that opens contacts within the viewer's daily budget, which is the number of different people whose contact an account
 * may see per day, over all of its sessions and all servers. Accounts without standing have a smaller budget. People whose contact was
 * opened before do not count again. Administrators have no budget: the audit log records what they see, also while they view the app as a
 * teacher.
 */
export function contactsFor(
  { db, config, now }: Dependencies,
  viewer: Viewer,
  place: ContactPlace,
): OpenContacts {
  return async (people) => {
    if (!mayContact(viewer) || viewer.kind === 'anonymous' || viewer.impersonatorId !== null)
      return everyContact;
    const personIds = people
      .filter((person) => isContactShown(person, viewer))
      .map(({ personId }) => personId);
    if (personIds.length === 0) return everyContact;
    const most = config.contactsADay?.[place] ?? null;
    const addressMost = config.contactsADay?.address ?? null;
    const opening = { viewer, place, personIds, most, addressMost, moment: now() };
    const { opened, opensAt, hasStanding } = await open(db, opening);
    const isOpened = new Set(opened);
    const isCounted = new Set(personIds);
    return {
      isOpen: (personId) => !isCounted.has(personId) || isOpened.has(personId),
      limit: limitOf(opensAt, hasStanding),
    };
  };
}

function limitOf(opensAt: Date | null, hasStanding: boolean | null): ContactLimit {
  if (opensAt === null) return {};
  return { contactOpensAt: opensAt.toISOString(), contactNeeds: hasStanding ? 'tomorrow' : 'standing' };
}

/** Records that the viewer saw the contact of people who agreed to show it to the viewer. Never refused, but counted in every budget. */
export async function recordContactViews(
  { db, config, now }: Dependencies,
  viewer: SignedIn,
  people: readonly string[],
): Promise<void> {
  const personIds = people.filter((id) => id !== viewer.userId);
  if (personIds.length === 0 || viewer.impersonatorId !== null) return;
  const addressMost = config.contactsADay?.address ?? null;
  await open(db, { viewer, place: 'match', personIds, most: null, addressMost, moment: now() });
}

/** Returns true if the response would show a contact for which the viewer needs a budget. */
function isContactShown(person: ShownPerson, viewer: Viewer): boolean {
  return !(person.hide_phone && person.hide_email) && !seesHidden(viewer, person);
}

interface Opening {
  viewer: SignedIn;
  place: ContactPlace;
  personIds: readonly string[];
  /** Maximum number of contacts for an account with standing; null for no limit. */
  most: number | null;
  /**
   * Maximum number of contacts for all accounts without standing at one IPv4 address or IPv6 /64; four times as many for a /48. Null for
   * no limit.
   */
  addressMost: number | null;
  moment: Date;
}

interface Opened {
  opened: string[] | null;
  opensAt: Date | null;
  hasStanding: boolean | null;
}

const openContacts = prepared<Opened>(
  'open contacts',
  sql`select opened, opens_at as "opensAt", has_standing as "hasStanding"
    from open_contacts($1, $2, $3::uuid[], $4::timestamptz, $5::text[], $6::integer, $7::integer, $8::integer[])`,
);

async function open(db: Kysely<Database>, opening: Opening): Promise<Opened & { opened: string[] }> {
  const { viewer, place, personIds, most, addressMost, moment } = opening;
  const groups = addressKeys(viewer.address ?? '');
  const mostOfGroups = addressMost === null ? null : groups.map(({ factor }) => factor * addressMost);
  const [answer] = await openContacts(db, [
    viewer.userId,
    place,
    [...new Set(personIds)],
    moment,
    groups.map(({ key }) => key),
    most,
    WITHOUT_STANDING[place],
    mostOfGroups,
  ]);
  const { opensAt = null, hasStanding = null } = answer ?? {};
  return { opened: answer?.opened ?? [], opensAt, hasStanding };
}

/** Maximum number of views in a response. The latest views are returned. */
const LATEST = 100;
/** Days for which a view is shown to the teacher who was seen. It is kept for longer, to follow up misuse. */
const DAYS_SHOWN = 90;

/**
 * Returns who viewed the viewer's own contact in the last 90 days, masked by their own privacy settings and without contact. A person
 * separated from the viewer by a block looks like an erased account, without name and id.
 */
export async function findContactViews(
  db: Kysely<Database>,
  viewer: SignedIn,
  now: Date,
): Promise<ContactViews> {
  const since = daysBefore(now, DAYS_SHOWN);
  const rows = await db
    .selectFrom('contact_views')
    .innerJoin('users', 'users.id', 'contact_views.viewer_id')
    .select(personColumns)
    .select(['place', 'opened_at', 'seen_at'])
    .select(sql<boolean>`is_active and ${isUnblocked('users.id', viewer.userId)}`.as('isThere'))
    .where('seen_id', '=', viewer.userId)
    .where('seen_at', '>', since)
    .orderBy('seen_at', 'desc')
    .orderBy('viewer_id')
    .limit(LATEST)
    .execute();
  const { total } = await db
    .selectFrom('contact_views')
    .select((view) => view.fn.countAll<string>().as('total'))
    .where('seen_id', '=', viewer.userId)
    .where('seen_at', '>', since)
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    views: rows.map((row) => ({
      viewer: presentViewer(row, viewer),
      place: row.place,
      openedAt: row.opened_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
    })),
  };
}

function presentViewer(row: PersonRow & { isThere: boolean }, reader: SignedIn): Person {
  if (row.isThere) return presentPerson(row, reader, undefined, false);
  const { _id: _unnamed, ...gone } = presentDeactivated(row);
  return gone;
}
