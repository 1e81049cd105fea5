import { type Kysely, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/schema.ts';
import type { CoreDependencies } from '../http/dependencies.ts';
import type { SignedIn, Viewer } from '../sessions/viewer.ts';
import type { PersonRow } from './present.ts';
import { mayContact, seesHidden } from './visibility.ts';

/** Where contact is shown: in a list, or among matches, rings and alerts. Each has a budget of its own. */
export type ContactPlace = 'list' | 'match';

/** Whose phone number and email address one answer may show, as far as those do not hide them. */
export interface Contacts {
  readonly isOpen: (personId: string) => boolean;
  /** When the next one opens, ISO; undefined while all are open. */
  readonly contactOpensAt?: string | undefined;
}

/** A person who is about to be shown. */
export type ShownPerson = Pick<PersonRow, 'personId' | 'hide_phone' | 'hide_email'>;

/** Opens the contacts of those about to be shown, in their order. */
export type OpenContacts = (people: readonly ShownPerson[]) => Promise<Contacts>;

/** Every contact is open: for viewers who are shown none, or who have no budget. */
export const everyContact: Contacts = { isOpen: () => true };

/**
 * The budget of a viewer: an account sees the contact of so many different people a day, over all its sessions and all
 * servers; people it has opened before do not count again. Administrators have none: what they see is in the audit log, and
 * so is what they see while viewing the app as a teacher.
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
    const budget = config.contactsADay?.[place] ?? null;
    const { opened, opensAt } = await open(db, {
      viewerId: viewer.userId,
      place,
      asked,
      budget,
      moment: now(),
    });
    const isOpened = new Set(opened);
    const isAsked = new Set(asked);
    return {
      isOpen: (personId) => !isAsked.has(personId) || isOpened.has(personId),
      contactOpensAt: opensAt?.toISOString(),
    };
  };
}

/**
 * Notes that a viewer sees the contact of people who agreed to show it to them, for those to read: no budget holds it back, and
 * nothing that they hide elsewhere.
 */
export async function noteContactsSeen(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  viewer: SignedIn,
  people: readonly string[],
): Promise<void> {
  const others = people.filter((id) => id !== viewer.userId);
  if (others.length === 0 || viewer.impersonatorId !== null) return;
  await open(db, { viewerId: viewer.userId, place: 'match', asked: others, budget: null, moment: now() });
}

/** Something of the person's contact would be shown that is not the viewer's own to see anyway. */
function isContactShown(person: ShownPerson, viewer: Viewer): boolean {
  return !(person.hide_phone && person.hide_email) && !seesHidden(viewer, person.personId);
}

interface Opening {
  readonly viewerId: string;
  readonly place: ContactPlace;
  readonly asked: readonly string[];
  /** Null: without limit. */
  readonly budget: number | null;
  readonly moment: Date;
}

async function open(
  db: Kysely<Database>,
  { viewerId, place, asked, budget, moment }: Opening,
): Promise<{ opened: readonly string[]; opensAt: Date | null }> {
  const different = [...new Set(asked)];
  const query = sql<{ opened: string[] | null; opensAt: Date | null }>`
    select opened, opens_at as "opensAt"
    from open_contacts(${viewerId}, ${place}, ${different}::uuid[], ${budget ?? 2 ** 31 - 1}::integer, ${moment})`;
  const [answer] = await executePrepared(db, 'open contacts', query.compile(db));
  return { opened: answer?.opened ?? [], opensAt: answer?.opensAt ?? null };
}
