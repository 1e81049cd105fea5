import { z } from 'zod';

/** Fields that a teacher hides from others. A request can hide additional fields while it is open. */
export const privacySettings = z
  .strictObject({
    hideName: z.boolean(),
    hidePhone: z.boolean(),
    hideEmail: z.boolean(),
    hideSchoolName: z.boolean(),
  })
  .meta({ id: 'PrivacySettings' });

export type PrivacySettings = z.infer<typeof privacySettings>;

/** `PUT /auth/privacy` and `PUT /requests/{id}/privacy`: all four settings are required. */
export const privacyChange = z.strictObject({ privacySettings }).meta({ id: 'PrivacyChange' });

/** Privacy settings of a form; a missing setting means not hidden. */
export const chosenPrivacy = privacySettings.partial().default({});
