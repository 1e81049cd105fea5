import { z } from 'zod';
import { namedPersonSchema, namedTeacherSchema } from '../accounts/user.ts';
import { textRiskKinds } from '../language/text-risks.ts';
import { noticeKindNames } from '../notices/notice-kinds.ts';
import { noticeChannels } from '../notices/notice-settings.ts';
import { daySpan, listPageSchema, wholeListQuerySchema } from '../query-parameters.ts';

/** Text with a phone number, link or sum of money that awaits review by an administrator. */
const heldText = z
  .strictObject({
    _id: z.uuid(),
    kind: z.enum(['request', 'alert', 'room_message']),
    writer: namedPersonSchema,
    recipient: namedTeacherSchema
      .optional()
      .describe('Only for alerts. A hidden name is `Hidden` for administrators of other districts'),
    texts: z.array(z.string()),
    tag: z.string().optional().describe('Tag of the texts, which a decision about them sends as `If-Match`'),
    risks: z.array(z.enum(textRiskKinds)),
    createdAt: z.string(),
  })
  .meta({ id: 'HeldText' });

export type HeldText = z.infer<typeof heldText>;

/** Query of `GET /admin/held-texts`. The span filters by the time of writing. */
export const heldTextQuerySchema = wholeListQuerySchema.extend(daySpan);

export type HeldTextQuery = z.output<typeof heldTextQuerySchema>;

/** `GET /admin/held-texts`: texts awaiting review, oldest first. */
export const heldTextListSchema = listPageSchema({ texts: z.array(heldText) }).meta({ id: 'HeldTextList' });

export type HeldTextList = z.infer<typeof heldTextListSchema>;

/** Kinds of work that waits for an administrator, the most urgent first. */
export const waitingKinds = [
  'moneyReports',
  'reports',
  'complaints',
  'heldTexts',
  'overdueAgreements',
  'partlyJoined',
  'unexplainedPayments',
  'undelivered',
] as const;

export type WaitingKind = (typeof waitingKinds)[number];

const waitingRows = z.strictObject({
  count: z.int(),
  list: z.string().describe('The call that lists exactly these rows, with its filters'),
});

const paidCount = z.strictObject({ sent: z.int(), allowed: z.int() });

/** `GET /admin/waiting`. Reports about money, complaints, payments and undelivered notices are only for administrators of the state. */
export const waitingSchema = z
  .strictObject({
    moneyReports: waitingRows.optional().describe('Open reports that a teacher asked for money'),
    reports: waitingRows.describe('Other open reports about teachers'),
    complaints: waitingRows.optional().describe('Open complaints about the site'),
    heldTexts: waitingRows,
    overdueAgreements: waitingRows.describe('Agreements under way whose next step is overdue'),
    partlyJoined: waitingRows.describe('Agreements of which some members joined and others did not'),
    unexplainedPayments: waitingRows.optional().describe('Captured payments that the books do not explain'),
    undelivered: waitingRows.optional().describe('Notices that a channel did not deliver'),
    paidMessages: z
      .strictObject({ all: paidCount, strangers: paidCount, own: paidCount })
      .optional()
      .describe(
        'Paid messages of the last 24 hours, once a total is reached: all, to numbers that visitors name, and to own numbers that are not proved yet',
      ),
  })
  .meta({ id: 'Waiting' });

export type OpenWorkCounts = z.infer<typeof waitingSchema>;

/** Notice that a channel did not deliver, after all retries or because it refused permanently. */
const undelivered = z
  .strictObject({
    _id: z.uuid(),
    kind: z.enum(noticeKindNames),
    channel: z.enum(noticeChannels),
    recipient: namedPersonSchema,
    attempts: z.int(),
    error: z.string().describe('Error of the channel at the last attempt'),
    endedAt: z.string(),
  })
  .meta({ id: 'Undelivered' });

export type Undelivered = z.infer<typeof undelivered>;

/** `GET /admin/undelivered`: latest first. */
export const undeliveredListSchema = listPageSchema({ deliveries: z.array(undelivered) }).meta({
  id: 'UndeliveredList',
});

export type UndeliveredList = z.infer<typeof undeliveredListSchema>;
