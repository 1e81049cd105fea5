import { z } from 'zod';
import { isLanguage, type Language } from './language.ts';

/** A language of the product in an address. */
export const languageParameter = z.string().refine((value): value is Language => isLanguage(value), {
  error: 'field.choice',
});
