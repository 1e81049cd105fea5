import { z } from 'zod';
import { teacherFields } from '../accounts/teacher-fields.ts';
import { namedPersonSchema } from '../accounts/user.ts';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '../constants.ts';
import { dayText } from '../language/date-time.ts';
import type { Language } from '../language/language.ts';
import type { Messages } from '../language/messages.ts';
import { line } from '../language/text.ts';
import { trueOrFalseSchema } from '../query-parameters.ts';

/** Line of an imported file on which a change of an agreement is based. */
export type ImportedRecord = { kind: 'order'; number: string; date: string } | { kind: 'joining' };

interface Wording {
  language: Language;
  say: Messages;
}

/** Returns the sentence that stands for the reason of the change. */
export function importedRecordText(record: ImportedRecord, { language, say }: Wording): string {
  if (record.kind === 'joining') return say('office.joiningRecorded');
  const { number, date } = record;
  return say('office.orderRecorded', { number, date: dayText(date, language) });
}

/** Maximum number of rows that the report on a staff list describes one by one. */
export const STAFF_ROWS_DESCRIBED = 500;

/** Source that is stored if the administrator names none. */
export const DEFAULT_STAFF_SOURCE = 'Staff list';

/** Query of `POST /admin/verifications`. */
export const staffListQuerySchema = z.strictObject({
  preview: trueOrFalseSchema.optional().describe('True to report only, and verify no teacher'),
  source: line(1, ADMIN_REASON_MAXIMUM_LENGTH)
    .default(DEFAULT_STAFF_SOURCE)
    .describe('Author and date of the list; stored with each teacher that it verifies'),
});

/** Facts of a staff list that are compared with a field of the teacher. */
const comparedFacts = Object.values(teacherFields).flatMap((field) =>
  'staffFact' in field ? [field.staffFact] : [],
);

export type ComparedFact = (typeof comparedFacts)[number];

/** Facts in which an account may contradict a row, and the reasons for which a row can have no account. */
const staffFacts = [...comparedFacts, 'several', 'repeated', 'sharedId', 'noKey', 'unreadablePhone'] as const;

export type StaffFact = (typeof staffFacts)[number];

/** Response of `POST /admin/verifications`: the number of rows per outcome, and the rows that an administrator should check. */
export const staffListReportSchema = z
  .strictObject({
    preview: z.boolean(),
    fileHash: z.string().describe('SHA-256 of the file in hexadecimal; the file itself is not stored'),
    rows: z.int(),
    matched: z.int().describe('Accounts that the list verifies'),
    alreadyVerified: z.int(),
    contradictions: z.int().describe('An account has the number or phone, and another fact differs'),
    notFound: z.int(),
    lines: z
      .array(
        z.strictObject({
          line: z.int().describe('Line of the file'),
          outcome: z.enum(['contradiction', 'notFound']),
          name: z.string().describe('As in the list'),
          user: namedPersonSchema.nullable(),
          differs: z
            .array(z.enum(staffFacts))
            .describe(
              '`several`: more than one account fits; `repeated`: an earlier row is about the same account; `sharedId`: another row gives the employee id to another teacher; of rows without an account, `noKey`: no employee id and no phone; `unreadablePhone`: the phone is no mobile number',
            ),
        }),
      )
      .describe(`The first ${STAFF_ROWS_DESCRIBED} rows that are neither matched nor verified`),
  })
  .meta({ id: 'StaffListReport' });

export type StaffListReport = z.infer<typeof staffListReportSchema>;
