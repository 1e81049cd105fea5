/** How soon a teacher needs to move. */
export const urgencies = ['low', 'medium', 'high'] as const;
export type Urgency = (typeof urgencies)[number];

/** How a teacher would like to be reached first. */
export const contactPreferences = ['email', 'phone', 'both'] as const;
export type ContactPreference = (typeof contactPreferences)[number];

/** How far a request has come; a held one waits until an administrator has read its text. */
export const requestStatuses = ['active', 'pending', 'completed', 'withdrawn', 'expired', 'held'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The four things a teacher can hide, in the order screens show them. */
export const privacyKeys = ['hideName', 'hidePhone', 'hideEmail', 'hideSchoolName'] as const;

/** The privacy settings of a teacher who hides nothing. */
export const nothingHidden: Readonly<Record<(typeof privacyKeys)[number], boolean>> = {
  hideName: false,
  hidePhone: false,
  hideEmail: false,
  hideSchoolName: false,
};
