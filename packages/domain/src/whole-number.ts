import { z } from 'zod';

/** Schema of a whole number from `minimum` to `maximum`. Its error message states the range. */
export function wholeFrom(minimum: number, maximum: number) {
  return z
    .number()
    .superRefine((value, context) => {
      const isInRange = Number.isInteger(value) && value >= minimum && value <= maximum;
      if (!isInRange)
        context.addIssue({ code: 'custom', message: 'number.range', params: { minimum, maximum } });
    })
    .meta({ type: 'integer', minimum, maximum });
}
