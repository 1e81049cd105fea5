import { z } from 'zod';
import { DEFAULT_LIMIT, DEFAULT_PAGE, MAXIMUM_LIMIT } from './constants.ts';

/** A whole number in a query string, from `minimum` to `maximum`. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .superRefine((text, context) => {
      const inRange = /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
      if (!inRange)
        context.addIssue({ code: 'custom', message: 'number.range', params: { minimum, maximum } });
    })
    .transform(Number);
}

/** `page` and `limit` of a list's query string. */
export const pageQuery = {
  page: wholeNumber(1, 1_000_000).default(DEFAULT_PAGE),
  limit: wholeNumber(1, MAXIMUM_LIMIT).default(DEFAULT_LIMIT),
};

/**
 * Where a page stands in its list. `total` counts rows and is exact where `totalIsExact`; where it is not, there are
 * more than `total`. `pages` counts the pages that can be asked for.
 */
export const pagination = z
  .strictObject({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    totalIsExact: z.boolean(),
  })
  .meta({ id: 'Pagination' });

export type Pagination = z.infer<typeof pagination>;
