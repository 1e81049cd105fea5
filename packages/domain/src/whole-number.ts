import { z } from 'zod';

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
