import { z } from 'zod';
import { namedPersonSchema } from '../accounts/user.ts';
import { isLanguage } from '../language/language.ts';
import { paragraph } from '../language/text.ts';
import { listPageSchema, pageQuery } from '../query-parameters.ts';
import { districtNameSchema } from '../reference/place.ts';
import { districts } from '../reference/places.ts';

const TEXT_MAXIMUM_LENGTH = 1_000;

/** Days for which the banner is shown if the announcement has no end. */
export const ANNOUNCEMENT_DAYS = 14;

/** Maximum number of announcements in the banner, the newest ones. */
export const ANNOUNCEMENTS_SHOWN = 5;

/** Text by language. Readers of a language without a text see the text of another language. */
export const announcementTexts = z
  .record(z.string().refine(isLanguage, { error: 'field.unknown' }), paragraph(1, TEXT_MAXIMUM_LENGTH))
  .refine((texts) => Object.keys(texts).length > 0, { error: 'field.required' })
  .describe('Text by language code; at least one is required, and languages without a text fall back to it');

/** `POST /admin/announcements` and `POST /admin/announcements/preview`. */
export const newAnnouncementSchema = z
  .strictObject({
    texts: announcementTexts,
    districts: z
      .array(districtNameSchema)
      .min(1, { error: 'field.required' })
      .max(districts.length, { error: 'field.invalid' })
      .nullish()
      .describe('Districts in which the recipients are posted; all teachers if absent'),
    startsAt: z.iso
      .datetime({ offset: true, error: 'field.invalid' })
      .nullish()
      .describe('Time of publication; at once if absent'),
    endsAt: z.iso
      .datetime({ offset: true, error: 'field.invalid' })
      .nullish()
      .describe(`End of the banner; ${ANNOUNCEMENT_DAYS} days after its beginning if absent`),
  })
  .meta({ id: 'NewAnnouncement' });

export type NewAnnouncement = z.output<typeof newAnnouncementSchema>;

/** `waiting` until it starts; `sending` while notices are created; `sent` when every teacher has one. */
const announcementStates = ['waiting', 'sending', 'sent', 'withdrawn'] as const;

/** An announcement as administrators see it. */
export const announcementSchema = z
  .strictObject({
    _id: z.uuid(),
    texts: z.record(z.string(), z.string()),
    districts: z.array(z.string()).nullable().describe('Null for all teachers'),
    startsAt: z.string(),
    endsAt: z.string(),
    createdAt: z.string(),
    createdBy: namedPersonSchema.nullable(),
    state: z.enum(announcementStates),
    canWithdraw: z.boolean().describe('The administrator may withdraw it: it reaches no other district'),
    sent: z.int().describe('Teachers who were sent a notice'),
    messages: z
      .strictObject({ waiting: z.int(), sent: z.int(), failed: z.int() })
      .describe('Messages by e-mail, SMS and browsers; none from a week after it was sent'),
  })
  .meta({ id: 'Announcement' });

export type Announcement = z.infer<typeof announcementSchema>;

/** Query of `GET /admin/announcements`. */
export const announcementQuerySchema = z.strictObject(pageQuery);

/** `GET /admin/announcements`, the newest first. */
export const announcementListSchema = listPageSchema({ announcements: z.array(announcementSchema) }).meta({
  id: 'AnnouncementList',
});

export type AnnouncementList = z.infer<typeof announcementListSchema>;

/** `POST /admin/announcements/preview`. */
export const announcementPreviewSchema = z
  .strictObject({
    recipients: z.int().describe('Teachers who would be sent a notice now'),
    texts: z.record(z.string(), z.string()).describe('Text by language'),
  })
  .meta({ id: 'AnnouncementPreview' });

export type AnnouncementPreview = z.infer<typeof announcementPreviewSchema>;

/** `GET /announcements`: current announcements for the caller, newest first. */
export const ownAnnouncementsSchema = z
  .strictObject({
    announcements: z.array(
      z.strictObject({
        _id: z.uuid(),
        text: z.string(),
        language: z.string().describe('Language of the text'),
        startsAt: z.string(),
        endsAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'OwnAnnouncements' });

export type OwnAnnouncements = z.infer<typeof ownAnnouncementsSchema>;
