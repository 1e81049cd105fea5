import type { ContactPreference } from '../requests/transfer-request-words.ts';
import type { PrivacySettings } from './user.ts';

/** Fields of a teacher that settings or the lack of access keep from a reader, in the order of sentences. */
export const guardedFields = ['name', 'schoolName', 'phone', 'email'] as const;
export type GuardedField = (typeof guardedFields)[number];

/**
 * Readers of a teacher. `visitor`: without an account or without access. `teacher`: with access, in lists, matches and proposals. `partner`:
 * a member of a swap that all agreed to.
 */
export type Reader = 'visitor' | 'teacher' | 'partner';

/**
 * Returns the fields of a teacher that a reader sees, given what the teacher hides and how the request asks to be contacted. Screens make
 * their sentences about visibility from it, and the server what it answers. Budgets of contacts may show a reader less.
 */
export function fieldsSeenBy(
  reader: Reader,
  hides: PrivacySettings,
  contact: ContactPreference,
): GuardedField[] {
  const isPartner = reader === 'partner';
  const seen: Record<GuardedField, boolean> = {
    name: isPartner || !hides.hideName,
    schoolName: isPartner || !hides.hideSchoolName,
    phone: reader !== 'visitor' && (!hides.hidePhone || (isPartner && contact !== 'email')),
    email: reader !== 'visitor' && (!hides.hideEmail || (isPartner && contact !== 'phone')),
  };
  return guardedFields.filter((field) => seen[field]);
}

/** What the readers of a request see of its owner: now, and what is added for the next kind of reader. */
export interface SeenFields {
  byVisitors: GuardedField[];
  addedForTeachers: GuardedField[];
  addedForPartners: GuardedField[];
}

/** Returns what each kind of reader sees of the owner of a request. */
export function seenFields(hides: PrivacySettings, contact: ContactPreference): SeenFields {
  const [visitor, teacher, partner] = (['visitor', 'teacher', 'partner'] as const).map((reader) =>
    fieldsSeenBy(reader, hides, contact),
  ) as [GuardedField[], GuardedField[], GuardedField[]];
  return {
    byVisitors: visitor,
    addedForTeachers: teacher.filter((field) => !visitor.includes(field)),
    addedForPartners: partner.filter((field) => !teacher.includes(field)),
  };
}
