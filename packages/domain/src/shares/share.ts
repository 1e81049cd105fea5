import { z } from 'zod';
import { languageParameterSchema } from '../query-parameters.ts';

/** Kinds of shared links: an invitation to the product, or to complete a ring that lacks one teacher. */
export const shareKinds = ['invitation', 'missing'] as const;

export type ShareKind = (typeof shareKinds)[number];

/** Last path segment of a shared link. Only codes of existing places and subjects are valid; others answer 404. */
export const shareCodeSchema = z
  .string({ error: 'field.invalid' })
  .regex(/^[0-9a-z]{1,10}$/, { error: 'field.invalid' });

/** Parameters of `GET /shares/{language}/{code}`. */
export const shareParametersSchema = z.strictObject({
  language: languageParameterSchema,
  code: shareCodeSchema,
});

/** `GET /shares/{language}/{code}`: content of the page of a link, and values that registration is prefilled with. */
export const sharedPageSchema = z
  .strictObject({
    kind: z.enum(shareKinds),
    locale: z.string().describe('Locale in the format of Open Graph'),
    title: z.string(),
    lines: z.array(z.string()),
    register: z.string(),
    card: z.string().describe('Path of the preview picture, 1200 × 630 pixels'),
    asked: z
      .record(z.string(), z.string())
      .describe('Registration fields, prefilled for the teacher whom the link seeks'),
  })
  .meta({ id: 'SharedPage' });

export type SharedPage = z.infer<typeof sharedPageSchema>;

/** `POST /shares/visits`. */
export const shareVisitSchema = z.strictObject({ code: shareCodeSchema }).meta({ id: 'ShareVisit' });
