import { z } from 'zod';
import { contactOpensAt } from '../accounts/contact-views.ts';
import { person } from '../accounts/user.ts';
import { ALERT_MAXIMUM_LENGTH } from '../constants.ts';
import { paragraph } from '../language/text.ts';
import { sendForReview } from '../language/text-risks.ts';
import { pagination, wholeListQuery } from '../pagination.ts';

/** `POST /alerts/{id}`: `id` is the recipient's user `_id`. */
export const newAlert = z
  .strictObject({ message: paragraph(1, ALERT_MAXIMUM_LENGTH), sendForReview })
  .meta({ id: 'NewAlert' });

/** `PATCH /alerts/{id}/hidden`. */
export const alertVisibility = z.strictObject({ hidden: z.boolean() }).meta({ id: 'AlertVisibility' });

/** The query of `GET /alerts`: hidden alerts are left out unless asked for. */
export const alertQuery = wholeListQuery.extend({ includeHidden: z.enum(['true', 'false']).optional() });

export type AlertQuery = z.output<typeof alertQuery>;

/**
 * A teacher's message, or what the product itself tells: a new perfect match, a ring that closed through one of the
 * recipient's requests, an invitation to post a request, what happens to proposals and agreements, whether the recipient
 * would take a place, what an administrator removed and why, what became of reports, that the recipient's phone number now
 * belongs to another account, that a deadline is near, that a request is about to expire, and that many saw the recipient's contact.
 */
export const alertKinds = [
  'message',
  'perfect_match',
  'ring',
  'request_removed',
  'message_removed',
  'report_decided',
  'reported',
  'phone_claimed',
  'invitation',
  'proposal',
  'proposal_yes',
  'agreed',
  'agreement_ended',
  'agreement_step',
  'agreement_message',
  'readiness_round',
  'readiness_ending',
  'deadline_near',
  'request_expiring',
  'contact_seen_often',
  'password_reset',
  'payment_refunded',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** An alert as its recipient sees it; the sender as their privacy allows now. Of any kind but `message` the product is the sender. */
export const alert = z
  .strictObject({
    _id: z.uuid(),
    fromUser: person.describe('The sender, or the product itself under its name'),
    kind: z.enum(alertKinds),
    message: z.string(),
    requestId: z.uuid().optional().describe("Which of the reader's own requests the product speaks of"),
    isCurrent: z
      .boolean()
      .optional()
      .describe('Of what the product tells: false once a teacher in it has changed or left'),
    agreementId: z.uuid().optional().describe('The proposal or agreement the product speaks of'),
    isRead: z.boolean(),
    isHiddenForRecipient: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'Alert' });

export type Alert = z.infer<typeof alert>;

/** `GET /alerts`: the newest first. */
export const alertList = z
  .strictObject({ data: z.strictObject({ alerts: z.array(alert), pagination, contactOpensAt }) })
  .meta({ id: 'AlertList' });

export type AlertList = z.infer<typeof alertList>;

/** An alert as its sender reads it again; the recipient as their privacy allows now, without the ways to contact them. */
export const sentAlert = z
  .strictObject({
    _id: z.uuid(),
    toUser: person,
    message: z.string(),
    isRead: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'SentAlert' });

export type SentAlert = z.infer<typeof sentAlert>;

/** `GET /alerts/sent`: the newest first. */
export const sentAlertList = z
  .strictObject({ data: z.strictObject({ alerts: z.array(sentAlert), pagination }) })
  .meta({ id: 'SentAlertList' });

export type SentAlertList = z.infer<typeof sentAlertList>;

/** `GET /alerts/unread`: alerts that are neither read nor hidden. */
export const unreadAlerts = z.strictObject({ unread: z.int() }).meta({ id: 'UnreadAlerts' });

export type UnreadAlerts = z.infer<typeof unreadAlerts>;
