import { z } from 'zod';
import { DEFAULT_LIMIT, DEFAULT_PAGE, MAXIMUM_LIMIT } from './constants.ts';
import { isLanguage, type Language } from './language/language.ts';

/** Schema of a whole number from `minimum` to `maximum`. Its error message states the range. */
export function wholeFrom(minimum: number, maximum: number) {
  return checked(minimum, maximum, Number.isInteger)
    .pipe(z.number())
    .meta({ type: 'integer', minimum, maximum });
}

/** Schema of a whole number in a query string, from `minimum` to `maximum`. */
export function wholeFromText(minimum: number, maximum: number) {
  return checked(minimum, maximum, isDigits).transform(Number).meta({ type: 'integer', minimum, maximum });
}

/** Schema that accepts any type, because the message about a wrong type states the range too. */
function checked(minimum: number, maximum: number, isWhole: (given: unknown) => boolean) {
  return z.unknown().superRefine((given, context) => {
    if (given === undefined) return context.addIssue({ code: 'invalid_type', expected: 'number' });
    const number = isWhole(given) ? Number(given) : Number.NaN;
    if (number >= minimum && number <= maximum) return undefined;
    return context.addIssue({ code: 'custom', message: 'number.range', params: { minimum, maximum } });
  });
}

function isDigits(given: unknown): boolean {
  return typeof given === 'string' && /^\d{1,9}$/.test(given);
}

/** Returns true for a day or moment of a year that the database and the calendar of India can represent. */
export function isPlausible(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year >= 1900 && year <= 2200;
}

const day = z.iso.date({ error: 'field.invalid' }).refine(isPlausible, { error: 'field.invalid' });

/** First and last day of a span in the query of a list, in India's time. Both are optional. */
export const daySpan = {
  from: day.optional().describe('First day of the span, in India’s time'),
  to: day.optional().describe('Last day of the span, in India’s time'),
};

/** Query of a list that is filtered by days only. */
export const spanQuerySchema = z.strictObject(daySpan);

export type DaySpan = z.output<typeof spanQuerySchema>;

/** Language code in a path. */
export const languageParameterSchema = z.string().refine((value): value is Language => isLanguage(value), {
  error: 'field.choice',
});

/**
 * Schema of a whole number in a query string, from 1 to `maximum`, with a default. The API description reads the default
 * from `fallback`, because zod omits the default of a transform.
 */
export function numberOr(fallback: number, maximum: number, description: string) {
  return wholeFromText(1, maximum).default(fallback).meta({ fallback, description });
}

/** `true` or `false` in a query string. */
export const trueOrFalseSchema = z
  .enum(['true', 'false'], { error: 'field.choice' })
  .meta({ type: 'boolean', enum: undefined });

/** `page` and `limit` of a list's query string. */
export const pageQuery = {
  page: numberOr(DEFAULT_PAGE, 999_999_999, 'Number of the page, from 1'),
  limit: numberOr(DEFAULT_LIMIT, MAXIMUM_LIMIT, 'Rows on a page'),
};

/** `page` and `limit` of a list that is mostly read whole. The default is its first 100 rows. */
export const wholeListQuerySchema = z.strictObject({
  page: pageQuery.page,
  limit: numberOr(MAXIMUM_LIMIT, MAXIMUM_LIMIT, 'Rows on a page'),
});

/** Requested page. */
export type PageQuery = z.output<typeof wholeListQuerySchema>;

/**
 * Pagination of a list. `total` counts its rows, and `pages` its pages. The lists of pairs may have more rows than
 * `total`; then `totalIsExact` is false.
 */
export const paginationSchema = z
  .strictObject({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    totalIsExact: z.boolean(),
  })
  .meta({ id: 'Pagination' });

export type Pagination = z.infer<typeof paginationSchema>;

/** Schema of a page of a list: its rows under their name, what belongs to the whole list, and the pagination. */
export function listPageSchema<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject({ ...fields, pagination: paginationSchema });
}

/** Schema of the envelope that the specification puts around a request and around alerts. */
export function inData<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ data });
}

/** Returns the pagination of a page in a list of `total` rows, which is exact by default. */
export function paginationOf({ page, limit }: PageQuery, total: number, totalIsExact = true): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit), totalIsExact };
}
