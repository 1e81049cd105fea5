import { z } from 'zod';
import { smsKinds } from './text-messages.ts';

/** `accepted` by the provider; `delivered` and `failed` as it reported. */
export const smsStates = ['sending', 'accepted', 'delivered', 'failed'] as const;

const LONGEST_ID = 100;
const LONGEST_REASON = 200;

/** `POST /sms/reports`: the fields of MSG91's report that are read. */
export const smsReportSchema = z
  .object({
    requestId: z.string().min(1).max(LONGEST_ID),
    status: z.union([z.string(), z.number()]).transform((status) => String(status).slice(0, LONGEST_REASON)),
    failureReason: z
      .string()
      .transform((reason) => reason.slice(0, LONGEST_REASON) || undefined)
      .nullish(),
  })
  .meta({ id: 'SmsReport' });

/** `GET /auth/phone-codes/{id}` */
export const smsStateSchema = z
  .strictObject({ state: z.enum(smsStates), at: z.string() })
  .meta({ id: 'SmsState' });

export type SmsState = z.infer<typeof smsStateSchema>;

/** SMS sent for an account. */
export const sentSmsSchema = z
  .strictObject({
    _id: z.uuid(),
    kind: z.enum(smsKinds),
    sentAt: z.string(),
    state: z.enum(smsStates),
    stateAt: z.string(),
    reason: z.string().nullable().describe('Why it was not delivered, in the words of the provider'),
  })
  .meta({ id: 'SentSms' });

export type SentSms = z.infer<typeof sentSmsSchema>;
