import type { Messages } from '../language/messages.ts';
import { subjectByName } from './subjects.ts';

/**
 * Category of service of a teacher. The state swaps within one category only. The department's names are Niyamit,
 * Vishisht and Vidyalaya Adhyapak.
 */
export const categories = [
  { code: 'regular', name: 'Regular (Niyamit)' },
  { code: 'special', name: 'Special (Vishisht)' },
  { code: 'school', name: 'School teacher (Vidyalaya Adhyapak)' },
] as const;

export type Category = (typeof categories)[number]['code'];

export const categoryCodes = categories.map((category) => category.code);

/** Recruitment batches, stated beside the category `school`. */
export const recruitmentBatches = ['TRE 1', 'TRE 2', 'TRE 3'] as const;

export type RecruitmentBatch = (typeof recruitmentBatches)[number];

/** Ranges of classes that teachers are appointed for. `code` is stored and on the wire, the name is shown. */
export const classLevels = [
  { code: '1-5', name: '1-5 Primary' },
  { code: '6-8', name: '6-8 Upper Primary' },
  { code: '9-10', name: '9-10 Secondary' },
  { code: '11-12', name: '11-12 Senior Secondary' },
] as const;

export type ClassRange = (typeof classLevels)[number]['code'];

export const classRanges = classLevels.map((level) => level.code);

/** Returns a class level for a CSV file, such as "Class 6 to 8". A spreadsheet reads `6-8` as a day. */
export function classLevelCell(code: string, say: Messages): string {
  const [from = '', to = ''] = code.split('-');
  return say('columns.level', { from, to });
}

/**
 * Subjects that the state appoints teachers for at some class levels only: code → levels. Every other subject is
 * taught at all levels. Source: the subject lists of the recruitment notices TRE 1 to TRE 3.
 */
const levelsOf: Readonly<Record<string, readonly ClassRange[]>> = {
  'maths-and-science': ['6-8'],
  'environmental-studies': ['1-5', '6-8'],
  accountancy: ['9-10', '11-12'],
  'business-studies': ['9-10', '11-12'],
};

/** Returns true if schools teach a subject (English name) at a class level, or if the subject is unknown. */
export function isTaughtAt(subject: string, classRange: string): boolean {
  const levels: readonly string[] | undefined = levelsOf[subjectByName(subject)?.code ?? ''];
  return levels === undefined || levels.includes(classRange);
}
