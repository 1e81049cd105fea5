import type { Person } from '@mutual-transfer/domain/accounts/user';
import { fieldsSeenBy, type Reader } from '@mutual-transfer/domain/accounts/who-sees';
import type { Agreement, AgreementMember } from '@mutual-transfer/domain/agreements/agreement';
import {
  type AgreementState,
  agreementAbilities,
  isBinding,
  stateAt,
  stepsOf,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { ContactPreference, RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import { ownerTag } from '../http/if-match.ts';
import { type Contacts, contactsFor, type Found, recordContactViews } from '../people/contacts.ts';
import { type PersonRow, personColumns, presentPartner, presentPerson } from '../people/present.ts';
import { isUnblocked, privacyOf } from '../people/visibility.ts';
import { placeOfBlock } from '../platform/places.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { agreementState, type Member, type WholeAgreement } from './lock-agreement.ts';

/** Columns of a member's account and request that are needed to present them. */
export interface MemberPerson extends PersonRow {
  requestId: string;
  status: RequestStatus;
  contact_preference: ContactPreference;
  desired_district: string;
  desired_block: string | null;
  /** True if the member or the viewer blocks the other. */
  isExcluded: boolean;
}

/** Owners of requests by request id, and which of their contacts the viewer may see. */
interface People {
  byRequest: ReadonlyMap<string, MemberPerson>;
  contacts: Contacts;
}

/** Returns agreements as the viewer, a member, may see them. */
export async function presentAgreements(
  reading: Dependencies,
  agreements: readonly WholeAgreement[],
  viewer: SignedIn,
): Promise<Agreement[]> {
  return openMembers(reading, viewer, await findPresentable(reading, agreements, viewer));
}

/** Answer about agreements whose rows are read. */
export interface FoundAgreements<Answer> extends Found<Answer> {
  /** Members whose agreement opens their contact to the viewer, whatever the budget. */
  partners: readonly string[];
}

/** Opens the contacts of the members within the viewer's budget, records a contact view of each partner, and presents the answer. */
export async function openMembers<Answer>(
  reading: Dependencies,
  viewer: SignedIn,
  { people, partners, present }: FoundAgreements<Answer>,
): Promise<Answer> {
  const contacts = await contactsFor(reading, viewer, 'match')(people);
  await recordContactViews(reading, viewer, partners);
  return present(contacts);
}

/** Reads the members of agreements, whose contacts are not opened yet. */
export async function findPresentable(
  reading: Dependencies,
  agreements: readonly WholeAgreement[],
  viewer: SignedIn,
): Promise<FoundAgreements<Agreement[]>> {
  const { byRequest, partners } = await readMembers(reading, agreements, viewer);
  const now = reading.now();
  return {
    people: [...byRequest.values()],
    partners,
    present: (contacts) =>
      agreements.map((agreement) => presentAgreement(agreement, { byRequest, contacts }, viewer, now)),
  };
}

/**
 * Returns the members of agreements, and opens their contacts within the viewer's budget. Records a contact view of each member whose
 * agreement opens the contact to the viewer.
 */
export async function findMembers(
  reading: Dependencies,
  agreements: readonly WholeAgreement[],
  viewer: SignedIn,
): Promise<People> {
  const { byRequest, partners } = await readMembers(reading, agreements, viewer);
  const people = [...byRequest.values()];
  return openMembers(reading, viewer, { people, partners, present: (contacts) => ({ byRequest, contacts }) });
}

async function readMembers(reading: Dependencies, agreements: readonly WholeAgreement[], viewer: SignedIn) {
  const members = agreements.flatMap((agreement) => agreement.members);
  const requestIds = members.flatMap(({ request_id }) => request_id ?? []);
  const byRequest = await findPersons(reading, requestIds, viewer);
  const open = agreements.filter(({ state }) => isOpenToMembers(state)).flatMap((one) => one.members);
  const partners = open.flatMap(({ request_id }) => byRequest.get(request_id ?? '')?.personId ?? []);
  return { byRequest, partners };
}

/** Returns true if members of an agreement in this state see each other's name, school and contact, whatever they hide elsewhere. */
export function isOpenToMembers(state: AgreementState): boolean {
  return isBinding(state) || state === 'completed';
}

/**
 * Returns a member as another one sees them: like a match until all agreed, and with open contact while the agreement holds. Returns null
 * before the agreement if one of the two blocks the other, as for an erased account.
 */
export function presentMember(
  person: MemberPerson,
  { contacts }: People,
  viewer: SignedIn,
  { subject, class_range, state }: WholeAgreement,
): Person | null {
  const wish = {
    district: person.desired_district,
    block: person.desired_block,
    subject,
    classRange: class_range,
  };
  if (isOpenToMembers(state)) return presentPartner(person, viewer, wish, person.contact_preference);
  if (person.isExcluded) return null;
  const contactIsOpen = ['active', 'pending'].includes(person.status) && contacts.isOpen(person.personId);
  return presentPerson(person, viewer, wish, contactIsOpen);
}

function presentAgreement(agreement: WholeAgreement, people: People, viewer: SignedIn, now: Date): Agreement {
  const standing = agreementState(agreement);
  const state = stateAt(standing, now.getTime());
  const hasAll = agreement.members.every(({ user_id }) => user_id !== null);
  const isDue = state !== agreement.state;
  return {
    _id: agreement.id,
    number: agreement.number,
    state,
    source: agreement.source,
    reason: isDue ? 'deadline' : agreement.reason,
    endedBy: agreement.ended_by,
    createdAt: agreement.created_at.toISOString(),
    deadline: agreement.deadline.toISOString(),
    silenceAgrees: agreement.members.some(
      ({ user_id, consent_id }) => user_id === viewer.userId && consent_id !== null,
    ),
    isAnnounced: agreement.silence_agrees,
    agreedAt: moment(agreement.agreed_at),
    submittedAt: moment(agreement.submitted_at),
    extendedUntil: moment(agreement.extended_until),
    endedAt: isDue ? agreement.deadline.toISOString() : moment(agreement.ended_at),
    waitsUntil: isDue ? null : moment(agreement.waits_until),
    subject: subjectByCode(agreement.subject).name,
    classRange: agreement.class_range,
    members: readerFirst(agreement.members, viewer).map((member) =>
      presentSeat(member, agreement, people, viewer),
    ),
    opens: opensOf(agreement, people, viewer),
    portalSteps: stepsOf(standing),
    can: agreementAbilities(standing, viewer.userId, now.getTime(), hasAll),
    standby: null,
  };
}

function presentSeat(
  member: Member,
  agreement: WholeAgreement,
  people: People,
  viewer: SignedIn,
): AgreementMember {
  const person = member.request_id === null ? undefined : people.byRequest.get(member.request_id);
  const user = person === undefined ? null : presentMember(person, people, viewer, agreement);
  // A teacher behind a block looks like one whose request was deleted.
  const isBehindBlock = person !== undefined && user === null;
  return {
    user,
    requestId: isBehindBlock ? null : member.request_id,
    isMe: member.user_id === viewer.userId,
    isProposer: member.user_id !== null && member.user_id === agreement.proposed_by,
    movesTo: placeOfBlock(member.to_block),
    answer: member.answer,
    isSilent: member.is_silent,
    answeredAt: moment(member.answered_at),
    isPrefilled: member.is_prefilled,
    steps: member.ticked.map(({ kind, happened_at }) => ({
      step: kind,
      at: happened_at.toISOString(),
    })),
  };
}

/** Returns the `ETag` of the viewer's own part of an agreement: their answer and their steps. Steps of other members do not change it. */
export function ownPartTag({ id, members }: WholeAgreement, viewer: SignedIn): string {
  const mine = members.find(({ user_id }) => user_id === viewer.userId);
  return ownerTag([id, mine?.answer, mine?.answered_at, mine?.ticked]);
}

/** Returns what the other members see of the viewer now, and what an agreement adds. */
function opensOf({ members, state }: WholeAgreement, people: People, viewer: SignedIn): Agreement['opens'] {
  const mine = members.find(({ user_id }) => user_id === viewer.userId);
  const person = mine?.request_id ? people.byRequest.get(mine.request_id) : undefined;
  if (person === undefined) return null;
  const privacy = privacyOf(person);
  const seen = (reader: Reader) => fieldsSeenBy(reader, privacy, person.contact_preference);
  const now = seen(isOpenToMembers(state) ? 'partner' : 'teacher');
  return { now, added: seen('partner').filter((field) => !now.includes(field)) };
}

/** Rotates the ring so that it begins with the viewer. */
export function readerFirst(members: readonly Member[], viewer: SignedIn): Member[] {
  return startingWith(members, ({ user_id }) => user_id === viewer.userId);
}

/** Rotates a ring so that it begins with the member for whom the condition is true. */
export function startingWith<Item>(ring: readonly Item[], isFirst: (item: Item) => boolean): Item[] {
  const first = Math.max(0, ring.findIndex(isFirst));
  return [...ring.slice(first), ...ring.slice(0, first)];
}

function moment(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/** Returns the owners of requests by request id, without inactive accounts. */
export async function findPersons(
  { db }: Dependencies,
  requestIds: readonly string[],
  viewer: SignedIn,
): Promise<ReadonlyMap<string, MemberPerson>> {
  if (requestIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .select(personColumns)
    .select([
      'requests.id as requestId',
      'requests.status',
      'requests.contact_preference',
      'requests.desired_district',
      'requests.desired_block',
      sql<boolean>`not ${isUnblocked('users.id', viewer.userId)}`.as('isExcluded'),
    ])
    .where('requests.id', 'in', [...new Set(requestIds)])
    .where('users.is_active', '=', true)
    .orderBy('requests.id')
    .execute();
  return new Map(rows.map((row) => [row.requestId, row]));
}
