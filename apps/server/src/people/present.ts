import { withAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import { optionalFieldsOf } from '@mutual-transfer/domain/accounts/teacher-fields';
import {
  type Account,
  type Administration,
  HIDDEN,
  type Person,
} from '@mutual-transfer/domain/accounts/user';
import { fieldsSeenBy, type GuardedField, guardedFields } from '@mutual-transfer/domain/accounts/who-sees';
import { STATE } from '@mutual-transfer/domain/constants';
import { allNameTables } from '@mutual-transfer/domain/language/packs/language-packs';
import type { NamedKind } from '@mutual-transfer/domain/reference/names';
import {
  ANY_BLOCK,
  blockByCode,
  districtByCode,
  otherBlockNames,
  otherDistrictNames,
} from '@mutual-transfer/domain/reference/places';
import { otherSubjectNames, subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import {
  type ContactPreference,
  DEFAULT_CONTACT,
} from '@mutual-transfer/domain/requests/transfer-request-words';
import type { UserRow } from '../platform/database/tables.ts';
import type { Viewer } from '../platform/sessions.ts';
import { isElsewhere, mayContact, ownPrivacyOf, privacyOf, recordShown, seesHidden } from './visibility.ts';

/** Columns of `users` that another person may see, with or without masking. */
export const personColumns = [
  'users.id as personId',
  'users.name',
  'users.email',
  'users.phone',
  'users.school_name',
  'users.district',
  'users.block',
  'users.desired_district as registeredDistrict',
  'users.desired_block as registeredBlock',
  'users.subject as registeredSubject',
  'users.class_range as registeredClassRange',
  'users.hide_name',
  'users.hide_phone',
  'users.hide_email',
  'users.hide_school_name',
  'users.verified_at',
] as const;

/** `personColumns` as SQL: `table.column`, or `table.column as "otherName"`. */
export const personSelected = personColumns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"'));

/** Row with the columns of `personColumns`. */
export interface PersonRow {
  personId: string;
  name: string;
  email: string;
  phone: string | null;
  school_name: string | null;
  district: string | null;
  block: string | null;
  registeredDistrict: string | null;
  registeredBlock: string | null;
  registeredSubject: string | null;
  registeredClassRange: string | null;
  hide_name: boolean;
  hide_phone: boolean;
  hide_email: boolean;
  hide_school_name: boolean;
  verified_at: Date | null;
}

/** Wish of a person in a response: that of a request, or the registered one. */
export interface ShownWish {
  district: string | null;
  block: string | null;
  subject: string | null;
  classRange: string | null;
}

/** Returns true if the answer contains the email address and phone of this person, or `Hidden` in their place. */
function readsContact(viewer: Viewer, { district }: PersonRow): boolean {
  return mayContact(viewer) && !isElsewhere(viewer, district);
}

/** Returns the fields of a person whose values the viewer reads. */
function readableFields(
  row: PersonRow,
  viewer: Viewer,
  contactIsOpen: boolean,
  partner: ContactPreference | undefined,
): readonly GuardedField[] {
  if (seesHidden(viewer, row)) return guardedFields;
  const reader = readsContact(viewer, row) ? 'teacher' : 'visitor';
  const seen = fieldsSeenBy(
    partner === undefined ? reader : 'partner',
    privacyOf(row),
    partner ?? DEFAULT_CONTACT,
  );
  return contactIsOpen ? seen : seen.filter((field) => field !== 'email' && field !== 'phone');
}

/**
 * Returns a person as the viewer may see them. Hidden fields are replaced by `Hidden`, and email and phone omitted, in this function only.
 *
 * @param contactIsOpen false for a person without a request, who has not asked to be contacted.
 * @param partner Contact of the request by which the person is a partner of the viewer: both are members of a swap that all agreed to.
 */
export function presentPerson(
  row: PersonRow,
  viewer: Viewer,
  wish: ShownWish = registeredWish(row),
  contactIsOpen = true,
  partner?: ContactPreference,
): Person {
  recordShown(viewer, row.personId);
  const readable = readableFields(row, viewer, contactIsOpen, partner);
  const shown = (field: GuardedField, value: string | null) =>
    readable.includes(field) ? (value ?? '') : HIDDEN;
  return withAliases({
    ...(viewer.kind === 'anonymous' ? {} : { _id: row.personId }),
    name: shown('name', row.name),
    ...(readsContact(viewer, row)
      ? { email: shown('email', row.email), phone: shown('phone', row.phone) }
      : {}),
    schoolName: shown('schoolName', row.school_name),
    district: districtText(row.district) ?? '',
    postingBlock: row.block === null ? '' : blockByCode(row.block).name,
    desiredDistrict: districtText(wish.district) ?? '',
    desiredBlock: desiredBlockText(wish.block),
    subject: wish.subject === null ? '' : subjectByCode(wish.subject).name,
    classRange: wish.classRange ?? '',
    isVerified: row.verified_at !== null,
  });
}

/**
 * Returns the name of a person in an administrator's list. For a teacher outside the administrator's districts, a hidden name stays hidden.
 */
export function presentName(
  row: Pick<PersonRow, 'district' | 'hide_name' | 'name' | 'personId'>,
  viewer: Viewer,
): { _id: string; name: string; isElsewhere?: true } {
  recordShown(viewer, row.personId);
  if (!isElsewhere(viewer, row.district)) return { _id: row.personId, name: row.name };
  return { _id: row.personId, name: row.hide_name ? HIDDEN : row.name, isElsewhere: true };
}

/**
 * Returns a person in a match or a ring, with their category. The category cannot be hidden: the state allows swaps within one category
 * only, so every member sees it.
 */
export function presentCandidate(person: Person, category: string | null): Person {
  return category === null ? person : { ...person, category };
}

/** Empty profile of a sender without a place: the product itself, or an erased account. */
export const emptyProfile = {
  district: '',
  postingBlock: '',
  desiredDistrict: '',
  desiredBlock: '',
  subject: '',
  classRange: '',
  isVerified: false,
};

/** Returns a placeholder for a person whose account was deactivated. */
export function presentDeactivated({ personId }: Pick<PersonRow, 'personId'>): Person {
  return withAliases({
    _id: personId,
    name: HIDDEN,
    email: HIDDEN,
    phone: HIDDEN,
    schoolName: HIDDEN,
    ...emptyProfile,
  });
}

/**
 * Returns a member of an agreement as the other members see them while the agreement holds: with name, school and the chosen contact, even
 * if they hide these elsewhere.
 */
export function presentPartner(
  row: PersonRow,
  viewer: Viewer,
  wish: ShownWish,
  contact: ContactPreference,
): Person {
  return presentPerson(row, viewer, wish, true, contact);
}

/** Returns a person's whole account, for the person themselves. */
export function presentAccount(row: UserRow): Account {
  const isTeacher = row.desired_district !== null;
  return withAliases({
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    schoolName: row.school_name,
    district: districtText(row.district),
    postingBlock: row.block === null ? null : blockByCode(row.block).name,
    desiredDistrict: districtText(row.desired_district),
    desiredBlock: isTeacher ? desiredBlockText(row.desired_block) : null,
    state: STATE,
    subject: row.subject === null ? null : subjectByCode(row.subject).name,
    classRange: row.class_range,
    ...optionalFieldsOf(row),
    privacySettings: ownPrivacyOf(row),
    contactPreference: row.contact_preference,
    isVerified: row.verified_at !== null,
    role: row.role,
    isActive: row.is_active,
    isPaid: row.paid_at !== null,
    paymentAmount: row.paid_rupees,
    paymentDate: row.paid_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    ...(row.role === 'admin' ? { administration: presentAdministration(row) } : {}),
  });
}

/** Returns the administrative role of an administrator: districts and office. */
export function presentAdministration({
  administers,
  office,
  factor_on_at,
}: Pick<UserRow, 'administers' | 'office' | 'factor_on_at'>): Administration {
  const districts = administers?.map((code) => districtByCode(code).name) ?? [];
  return {
    role: administers === null ? 'state' : 'district',
    districts,
    office,
    hasSecondFactor: factor_on_at !== null,
  };
}

/** Returns the English name of a desired block; null stands for any block. */
export function desiredBlockText(code: string | null): string {
  return code === null ? ANY_BLOCK : blockByCode(code).name;
}

function districtText(code: string | null): string | null {
  return code === null ? null : districtByCode(code).name;
}

function registeredWish(row: PersonRow): ShownWish {
  return {
    district: row.registeredDistrict,
    block: row.registeredBlock,
    subject: row.registeredSubject,
    classRange: row.registeredClassRange,
  };
}

/** Returns every name of a district, in all languages, including colloquial ones. */
export function districtNames(code: string): string[] {
  const names = [districtByCode(code).name, ...namesOf('districts', code)];
  return joined([...names, ...(otherDistrictNames[code] ?? [])]);
}

/** Returns every name of a block, in all languages, including colloquial ones. */
export function blockNames(code: string): string[] {
  const names = [blockByCode(code).name, ...namesOf('blocks', code)];
  return joined([...names, ...(otherBlockNames[code] ?? [])]);
}

/** Returns every name of a subject, in all languages, including short and colloquial ones. */
export function subjectNamesOf(code: string): string[] {
  return [subjectByCode(code).name, ...namesOf('subjects', code), ...(otherSubjectNames[code] ?? [])];
}

/** Returns the names of a place or subject in every language that has one. */
function namesOf(kind: NamedKind, code: string): string[] {
  return [...allNameTables().values()].flatMap((tables) => tables[kind][code] ?? []);
}

/** Adds to the names with several words a variant without spaces and hyphens: people write `bodhgaya` as often as `bodh gaya`. */
function joined(names: readonly string[]): string[] {
  return [...names, ...names.filter((name) => /[ -]/.test(name)).map((name) => name.replaceAll(/[ -]/g, ''))];
}
