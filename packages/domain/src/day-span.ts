import { z } from 'zod';

const day = z.iso.date({ error: 'field.invalid' });

/** The first and the last day of a span, in India's time, in the query of a list; both may be left out. */
export const daySpan = {
  from: day.optional().describe('First day of the span, in India’s time'),
  to: day.optional().describe('Last day of the span, in India’s time'),
};

/** The query of what is narrowed by days alone. */
export const spanQuery = z.strictObject(daySpan);

export type DaySpan = z.output<typeof spanQuery>;
