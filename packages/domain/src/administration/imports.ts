import { z } from 'zod';
import { teacherFields } from '../accounts/teacher-fields.ts';
import { namedPersonSchema } from '../accounts/user.ts';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '../constants.ts';
import { line } from '../language/text.ts';
import { trueOrFalseSchema } from '../query-parameters.ts';

/** Maximum number of lines of `POST /admin/orders` and `POST /admin/joinings`. */
export const MAX_IMPORT_LINES = 500;

const lineNumbersSchema = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6})*$/, { error: 'field.invalid' })
  .transform((text) => text.split(',').map(Number))
  .refine((numbers) => numbers.length <= MAX_IMPORT_LINES, { error: 'field.invalid' });

/** Query of the calls that import a CSV file. */
export const importParameters = {
  preview: trueOrFalseSchema.optional().describe('True to change nothing, and only say what would happen'),
  accept: lineNumbersSchema
    .optional()
    .meta({ type: 'string' })
    .describe('Lines that need a look and are to be recorded nevertheless, such as `3,7`'),
};

/** `POST /admin/orders` and `POST /admin/joinings`. */
export const importQuerySchema = z.strictObject(importParameters);

/** Facts of a staff list that are compared with a field of the teacher. */
const comparedFacts = Object.values(teacherFields).flatMap((field) =>
  'staffFact' in field ? [field.staffFact] : [],
);

export type ComparedFact = (typeof comparedFacts)[number];

/** Columns that are read, of all kinds of files. */
const importColumns = [
  ...(['agreement', 'number', 'date', 'seat', 'authority', 'office', 'joined', 'moved'] as const),
  ...comparedFacts,
  ...(['reason', 'until'] as const),
] as const;

export type ImportColumn = (typeof importColumns)[number];

/** What was read of an imported file. Every line of the file is in one of the counts. */
export const importedFileSchema = z
  .strictObject({
    readAs: z
      .array(
        z.strictObject({ heading: z.string().describe('As in the file'), column: z.enum(importColumns) }),
      )
      .describe('Headings that were understood'),
    notRead: z.array(z.string()).describe('Headings of the columns that were not read'),
    headingLine: z.int().describe('Line of the headings; lines above it are not read'),
    lines: z.int().describe('Lines below the headings that are not empty'),
    skipped: z
      .int()
      .describe(
        'Those of them without a value to record: also repeated headings, numbers of columns and totals',
      ),
  })
  .meta({ id: 'ImportedFile' });

export type ImportedFile = z.infer<typeof importedFileSchema>;

/** Reasons for which a line needs a look before it is recorded. */
export const lineMarks = [
  'group_above',
  'other_name',
  'other_id',
  'month_first',
  'changed_number',
  'two_numbers',
  'two_days',
  'number_elsewhere',
  'other_number',
  'not_scrutinised',
  'future',
  'before_agreement',
  'no_order',
  'before_order',
  'not_relieved',
  'other_day',
] as const;

export type LineMark = (typeof lineMarks)[number];

/** Results of a line that make it unreadable, whatever the file contains. */
export const unreadableLines = ['wrong_quote', 'lost_letters', 'cell_error'] as const;

/** Maximum number of rows that the report on a staff list describes one by one. */
export const STAFF_ROWS_DESCRIBED = 500;

/** Source that is stored if the administrator names none. */
export const DEFAULT_STAFF_SOURCE = 'Staff list';

/** Query of `POST /admin/verifications`. */
export const staffListQuerySchema = z.strictObject({
  ...importParameters,
  source: line(1, ADMIN_REASON_MAXIMUM_LENGTH)
    .default(DEFAULT_STAFF_SOURCE)
    .describe('Author and date of the list; stored with each teacher that it verifies'),
});

/** Facts in which an account may contradict a row, and the reasons for which a row can have no account. */
const staffFacts = [
  ...comparedFacts,
  'several',
  'repeated',
  'sharedId',
  'noKey',
  'unreadablePhone',
  'unreadableId',
  'elsewhere',
  ...unreadableLines,
] as const;

export type StaffFact = (typeof staffFacts)[number];

/** Response of `POST /admin/verifications`: the number of rows per outcome, and the rows that an administrator should check. */
export const staffListReportSchema = z
  .strictObject({
    preview: z.boolean(),
    file: importedFileSchema,
    fileHash: z.string().describe('SHA-256 of the file in hexadecimal; the file itself is not stored'),
    rows: z.int(),
    matched: z.int().describe('Accounts that the list verifies'),
    alreadyVerified: z.int(),
    contradictions: z.int().describe('An account has the number or phone, and another fact differs'),
    notFound: z.int(),
    unreadable: z.int().describe('Rows with a wrong quotation mark, or with letters that the file has lost'),
    lines: z
      .array(
        z.strictObject({
          line: z.int().describe('Line of the file'),
          outcome: z.enum(['contradiction', 'notFound', 'unreadable']),
          name: z.string().describe('As in the list'),
          listed: z
            .strictObject({ employeeId: z.string(), number: z.string(), district: z.string() })
            .describe('As in the list; `number` is the phone'),
          user: namedPersonSchema.nullable(),
          canAccept: z.boolean().describe('Only the name differs, so `accept` can name the line'),
          differs: z
            .array(z.enum(staffFacts))
            .describe(
              '`several`: more than one account fits; `repeated`: an earlier row is about the same account; `sharedId`: another row gives the employee id to another teacher; of rows without an account, `noKey`: no employee id and no phone; `unreadablePhone`, `unreadableId`: a spreadsheet changed the number, or it is none; `elsewhere`: the row states a district that the administrator does not administer',
            ),
        }),
      )
      .describe(`The first ${STAFF_ROWS_DESCRIBED} rows that are neither matched nor verified`),
  })
  .meta({ id: 'StaffListReport' });

export type StaffListReport = z.infer<typeof staffListReportSchema>;
