import type { ClassRange } from './class-levels.ts';
import { subjectByName } from './subjects.ts';

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
