import { z } from 'zod';

/** What a teacher hides from others: of themselves, or more of it by one request while that is open. */
export const privacySettings = z
  .strictObject({
    hideName: z.boolean(),
    hidePhone: z.boolean(),
    hideEmail: z.boolean(),
    hideSchoolName: z.boolean(),
  })
  .meta({ id: 'PrivacySettings' });

export type PrivacySettings = z.infer<typeof privacySettings>;

/** `PUT /auth/privacy` and `PUT /requests/{id}/privacy`: all four settings, each said. */
export const privacyChange = z.strictObject({ privacySettings }).meta({ id: 'PrivacyChange' });

/** What a form may leave out is not hidden. */
export const chosenPrivacy = privacySettings.partial().default({});
