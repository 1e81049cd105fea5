import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import { type Kysely, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/schema.ts';
import type { CoreDependencies } from '../http/dependencies.ts';
import { addressKeys } from '../limits/address-keys.ts';
import type { SignedIn, Viewer } from '../sessions/viewer.ts';
import type { PersonRow } from './present.ts';
import { mayContact, seesHidden } from './visibility.ts';

/** Place where contact is shown: a list, or matches, rings and alerts. Each has a budget of its own. */
export type ContactPlace = 'list' | 'match';

/**
 * Budgets of accounts without standing: no proven phone, no verification, and younger than 24 hours or without an open request. A new account
 * reads its matches of a day with them, and a thousand of them open no more than their address may.
 */
const WITHOUT_STANDING = { list: 30, match: 60 } as const;

/** The people whose phone number and email address one answer may show, as far as those do not hide them. */
export interface Contacts {
  readonly isOpen: (personId: string) => boolean;
  /** Fields of the answer: when the next contact opens, and what opens it sooner. Empty while all are open. */
  readonly limit: ContactLimit;
}

/** A person who is about to be shown. */
export type ShownPerson = Pick<PersonRow, 'personId' | 'hide_phone' | 'hide_email'>;

/** Opens the contacts of those about to be shown, in their order. */
export type OpenContacts = (people: readonly ShownPerson[]) => Promise<Contacts>;

/** Every contact is open: for viewers who are shown none, or who have no budget. */
export const everyContact: Contacts = { isOpen: () => true, limit: {} };

/**
 * Returns the budget of a viewer: an account sees the contact of so many different people a day, over all its sessions and all servers, fewer
 * without standing; people opened before do not count again. Administrators have none: what they see is in the audit log, and so is what they
 * see while viewing the app as a teacher.
 */
export function contactsFor(
  { db, config, now }: Pick<CoreDependencies, 'db' | 'config' | 'now'>,
  viewer: Viewer,
  place: ContactPlace,
): OpenContacts {
  return async (people) => {
    if (!mayContact(viewer) || viewer.kind === 'anonymous' || viewer.impersonatorId !== null)
      return everyContact;
    const asked = people.filter((person) => isContactShown(person, viewer)).map(({ personId }) => personId);
    if (asked.length === 0) return everyContact;
    const most = config.contactsADay?.[place] ?? null;
    const addressMost = config.contactsADay?.address ?? null;
    const opening = { viewer, place, asked, most, addressMost, moment: now() };
    const { opened, opensAt, hasStanding } = await open(db, opening);
    const isOpened = new Set(opened);
    const isAsked = new Set(asked);
    return {
      isOpen: (personId) => !isAsked.has(personId) || isOpened.has(personId),
      limit: limitOf(opensAt, hasStanding),
    };
  };
}

function limitOf(opensAt: Date | null, hasStanding: boolean | null): ContactLimit {
  if (opensAt === null) return {};
  return { contactOpensAt: opensAt.toISOString(), contactNeeds: hasStanding ? 'tomorrow' : 'standing' };
}

/**
 * Notes that a viewer sees the contact of people who agreed to show it to them, for those to read. No budget holds it back, and it counts in
 * all of them.
 */
export async function noteContactsSeen(
  { db, config, now }: Pick<CoreDependencies, 'db' | 'config' | 'now'>,
  viewer: SignedIn,
  people: readonly string[],
): Promise<void> {
  const asked = people.filter((id) => id !== viewer.userId);
  if (asked.length === 0 || viewer.impersonatorId !== null) return;
  const addressMost = config.contactsADay?.address ?? null;
  await open(db, { viewer, place: 'match', asked, most: null, addressMost, moment: now() });
}

/** Something of the person's contact would be shown that is not the viewer's own to see anyway. */
function isContactShown(person: ShownPerson, viewer: Viewer): boolean {
  return !(person.hide_phone && person.hide_email) && !seesHidden(viewer, person.personId);
}

interface Opening {
  readonly viewer: SignedIn;
  readonly place: ContactPlace;
  readonly asked: readonly string[];
  /** Budget of an account with standing; null for no limit. */
  readonly most: number | null;
  /** Budget of the accounts without standing of an address; null for no count. */
  readonly addressMost: number | null;
  readonly moment: Date;
}

interface Opened {
  readonly opened: string[] | null;
  readonly opensAt: Date | null;
  readonly hasStanding: boolean | null;
}

async function open(db: Kysely<Database>, opening: Opening): Promise<Opened & { opened: string[] }> {
  const { viewer, place, asked, most, addressMost, moment } = opening;
  const [{ key: address } = { key: 'unknown' }] = addressKeys(viewer.address ?? '');
  const query = sql<Opened>`
    select opened, opens_at as "opensAt", has_standing as "hasStanding"
    from open_contacts(${viewer.userId}, ${place}, ${[...new Set(asked)]}::uuid[], ${moment}::timestamptz, ${address},
      ${most}::integer, ${WITHOUT_STANDING[place]}::integer, ${addressMost}::integer)`;
  const [answer] = await executePrepared(db, 'open contacts', query.compile(db));
  const { opensAt = null, hasStanding = null } = answer ?? {};
  return { opened: answer?.opened ?? [], opensAt, hasStanding };
}
