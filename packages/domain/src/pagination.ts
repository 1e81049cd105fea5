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
  page: wholeNumber(1, 999_999_999).default(DEFAULT_PAGE),
  limit: wholeNumber(1, MAXIMUM_LIMIT).default(DEFAULT_LIMIT),
};

/** `page` and `limit` of a list that is mostly read whole: without them its first 100 rows are answered. */
export const wholeListQuery = z.strictObject({
  page: pageQuery.page,
  limit: wholeNumber(1, MAXIMUM_LIMIT).default(MAXIMUM_LIMIT),
});

/** A page that is asked for. */
export type PageQuery = z.output<typeof wholeListQuery>;

/**
 * Where a page stands in its list. `total` counts its rows, and `pages` its pages. Of the pairs of an administrator's lists there may
 * be more than `total`, which `totalIsExact` then denies.
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

/** Where a page stands in a list of `total` rows, which is exact unless said otherwise. */
export function paginationOf({ page, limit }: PageQuery, total: number, totalIsExact = true): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit), totalIsExact };
}
