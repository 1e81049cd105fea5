import { z } from 'zod';
import { daySpan } from '../day-span.ts';
import { textRiskKinds } from '../language/text-risks.ts';
import { pageOf, wholeListQuery } from '../pagination.ts';
import { namedPerson, namedTeacher } from './named-person.ts';

/** Text with a phone number, link or sum of money that awaits review by an administrator. */
export const heldText = z
  .strictObject({
    _id: z.uuid(),
    kind: z.enum(['request', 'alert', 'room_message']),
    writer: namedPerson,
    recipient: namedTeacher
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
export const heldTextQuery = wholeListQuery.extend(daySpan);

export type HeldTextQuery = z.output<typeof heldTextQuery>;

/** `GET /admin/held-texts`: texts awaiting review, oldest first. */
export const heldTextList = pageOf({ texts: z.array(heldText) }).meta({ id: 'HeldTextList' });

export type HeldTextList = z.infer<typeof heldTextList>;
