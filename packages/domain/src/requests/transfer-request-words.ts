/** Levels of urgency of a request. */
export const urgencies = ['low', 'medium', 'high'] as const;
export type Urgency = (typeof urgencies)[number];

/** Preferred ways of being contacted. */
export const contactPreferences = ['email', 'phone', 'both'] as const;
export type ContactPreference = (typeof contactPreferences)[number];

/** States of a request. A held one waits until an administrator has reviewed its text. */
export const requestStatuses = ['active', 'pending', 'completed', 'withdrawn', 'expired', 'held'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Fields that a teacher can hide, in the order in which screens show them. */
export const privacyKeys = ['hideName', 'hidePhone', 'hideEmail', 'hideSchoolName'] as const;

/** Privacy settings that hide nothing. */
export const nothingHidden: Readonly<Record<(typeof privacyKeys)[number], boolean>> = {
  hideName: false,
  hidePhone: false,
  hideEmail: false,
  hideSchoolName: false,
};
