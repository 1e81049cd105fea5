import { z } from 'zod';

const day = z.iso.date({ error: 'field.invalid' });

/** First and last day of a span in the query of a list, in India's time. Both are optional. */
export const daySpan = {
  from: day.optional().describe('First day of the span, in India’s time'),
  to: day.optional().describe('Last day of the span, in India’s time'),
};

/** Query of a list that is filtered by days only. */
export const spanQuery = z.strictObject(daySpan);

export type DaySpan = z.output<typeof spanQuery>;
