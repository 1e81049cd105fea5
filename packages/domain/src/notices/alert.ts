import { z } from 'zod';
import { contactLimit } from '../accounts/contact-views.ts';
import { personSchema } from '../accounts/user.ts';
import { ALERT_MAXIMUM_LENGTH } from '../constants.ts';
import { paragraph } from '../language/text.ts';
import { sendForReviewSchema } from '../language/text-risks.ts';
import { inData, listPageSchema, trueOrFalseSchema, wholeListQuerySchema } from '../query-parameters.ts';
import { noticeKindNames } from './notice-kinds.ts';

/** `POST /alerts/{id}`: `id` is the recipient's user `_id`. */
export const newAlertSchema = z
  .strictObject({ message: paragraph(1, ALERT_MAXIMUM_LENGTH), sendForReview: sendForReviewSchema })
  .meta({ id: 'NewAlert' });

/** `PATCH /alerts/{id}/hidden`. */
export const alertVisibilitySchema = z.strictObject({ hidden: z.boolean() }).meta({ id: 'AlertVisibility' });

/** Query of `GET /alerts`. Hidden alerts are excluded by default. */
export const alertQuerySchema = wholeListQuerySchema.extend({
  includeHidden: trueOrFalseSchema.optional().describe('True to list hidden alerts too'),
});

/**
 * Notice as its recipient reads it. The sender is masked by their current privacy settings; a notice without a sender
 * is from the product.
 */
export const alertSchema = z
  .strictObject({
    _id: z.uuid(),
    fromUser: personSchema.describe('The sender, or the product itself under its name'),
    kind: z.enum(noticeKindNames),
    message: z.string(),
    requestId: z.uuid().optional().describe("The reader's own request that the notice is about"),
    isCurrent: z
      .boolean()
      .optional()
      .describe(
        "Only for a match or ring: false once one of its teachers has changed or left. Absent while the reader's own request is in an agreement",
      ),
    agreementId: z.uuid().optional().describe('The proposal or agreement that the notice is about'),
    isRead: z.boolean(),
    isHiddenForRecipient: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'Alert' });

export type Alert = z.infer<typeof alertSchema>;

/** `GET /alerts`: newest first. */
export const alertListSchema = inData(listPageSchema({ alerts: z.array(alertSchema), ...contactLimit })).meta(
  {
    id: 'AlertList',
  },
);

export type AlertList = z.infer<typeof alertListSchema>;

/** Message as its sender sees it. The recipient is masked by their current privacy settings and shown without contact. */
export const sentAlertSchema = z
  .strictObject({
    _id: z.uuid(),
    toUser: personSchema,
    message: z.string(),
    isRead: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'SentAlert' });

export type SentAlert = z.infer<typeof sentAlertSchema>;

/** `GET /alerts/sent`: newest first. */
export const sentAlertListSchema = inData(listPageSchema({ alerts: z.array(sentAlertSchema) })).meta({
  id: 'SentAlertList',
});

export type SentAlertList = z.infer<typeof sentAlertListSchema>;

/** `GET /alerts/unread`: number of alerts that are neither read nor hidden. */
export const unreadAlertsSchema = z.strictObject({ unread: z.int() }).meta({ id: 'UnreadAlerts' });

export type UnreadAlerts = z.infer<typeof unreadAlertsSchema>;
