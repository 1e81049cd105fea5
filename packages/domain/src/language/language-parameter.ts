import { z } from 'zod';
import { isLanguage, type Language } from './language.ts';

/** Language code in a path. */
export const languageParameter = z.string().refine((value): value is Language => isLanguage(value), {
  error: 'field.choice',
});
