import { teacherFields } from '../accounts/teacher-fields.ts';
/** Levels of urgency of a request. */
export const urgencies = ['low', 'medium', 'high'] as const;
export type Urgency = (typeof urgencies)[number];

/** Preferred ways of being contacted. */
export const contactPreferences = ['phone', 'email', 'both'] as const;
export type ContactPreference = (typeof contactPreferences)[number];

/** Preference that the first posting on a screen proposes. */
export const FIRST_CONTACT: ContactPreference = contactPreferences[0];

/** Preference of a request that states none. */
export const DEFAULT_CONTACT: ContactPreference = 'email';

/** States of a request. A held one waits until an administrator has reviewed its text. */
export const requestStatuses = ['active', 'pending', 'completed', 'withdrawn', 'expired', 'held'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Settings that hide a field of the teacher, in the order in which screens show them. */
export const privacyKeys = Object.values(teacherFields).flatMap((field) =>
  'hiddenBy' in field ? [field.hiddenBy] : [],
);

/** Privacy settings that hide nothing. */
export const nothingHidden: Readonly<Record<(typeof privacyKeys)[number], boolean>> = {
  hideName: false,
  hidePhone: false,
  hideEmail: false,
  hideSchoolName: false,
};
