import { z } from 'zod';
import { namedTeacherSchema, subjectNameSchema } from '../accounts/user.ts';
import { searchTextSchema } from '../language/text.ts';
import { listPageSchema, pageQuery } from '../query-parameters.ts';
import { districtNameSchema } from '../reference/place.ts';

/** A teacher's standing consent to the plans of a season. */
const consent = z
  .strictObject({
    teacher: namedTeacherSchema,
    district: z.string().nullable().describe('Of the present posting'),
    block: z.string().nullable(),
    subject: z.string().nullable(),
    classRange: z.string().nullable(),
    givenAt: z.string(),
    sentence: z.string().describe('The sentence that the teacher agreed to'),
  })
  .meta({ id: 'Consent' });

export type Consent = z.infer<typeof consent>;

const consentFilters = {
  district: districtNameSchema.optional().describe('District in which the consent was given'),
  subject: subjectNameSchema.optional().describe('Subject of the account'),
  search: searchTextSchema.optional().describe('Words in name, email, phone and school'),
};

/** `GET /admin/consents`: consents to the open season, else the next one, else the latest; latest first. */
export const consentListSchema = listPageSchema({ consents: z.array(consent) });
export type ConsentList = z.infer<typeof consentListSchema>;

export const consentQuerySchema = z.strictObject({ ...pageQuery, ...consentFilters });

/** Query of `GET /admin/consents.csv`. */
export const consentDownloadQuerySchema = z.strictObject(consentFilters);

export type ConsentFilters = z.output<typeof consentDownloadQuerySchema>;
