import { z } from 'zod';
import { daySpan } from '../day-span.ts';
import { textRiskKinds } from '../language/text-risks.ts';
import { pagination, wholeListQuery } from '../pagination.ts';

const named = z.strictObject({ _id: z.uuid(), name: z.string() });

/** A text with a phone number, link or sum of money that waits for an administrator. */
export const heldText = z
  .strictObject({
    _id: z.uuid(),
    kind: z.enum(['request', 'alert', 'room_message']),
    writer: named,
    recipient: named.optional().describe('Of an alert'),
    texts: z.array(z.string()),
    risks: z.array(z.enum(textRiskKinds)),
    createdAt: z.string(),
  })
  .meta({ id: 'HeldText' });

export type HeldText = z.infer<typeof heldText>;

/** The query of `GET /admin/held-texts`; the span is that of writing. */
export const heldTextQuery = wholeListQuery.extend(daySpan);

export type HeldTextQuery = z.output<typeof heldTextQuery>;

/** `GET /admin/held-texts`: those that wait longest first. */
export const heldTextList = z
  .strictObject({ texts: z.array(heldText), pagination })
  .meta({ id: 'HeldTextList' });

export type HeldTextList = z.infer<typeof heldTextList>;
