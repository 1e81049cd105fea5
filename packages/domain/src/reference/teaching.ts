import type { ClassRange } from './class-levels.ts';
import { subjectByName } from './subjects.ts';

/**
 * Subjects that the state appoints teachers to at some class levels only, code → levels; every other subject is taught at
 * all of them. Source: the subject lists of the recruitment notices TRE 1 to TRE 3.
 */
const levelsOf: Readonly<Record<string, readonly ClassRange[]>> = {
  'maths-and-science': ['6-8'],
  'environmental-studies': ['1-5', '6-8'],
  accountancy: ['9-10', '11-12'],
  'business-studies': ['9-10', '11-12'],
};

/** Whether any school teaches that subject (an English name) at that class level; true for a name that is no subject's. */
export function isTaughtAt(subject: string, classRange: string): boolean {
  const levels: readonly string[] | undefined = levelsOf[subjectByName(subject)?.code ?? ''];
  return levels === undefined || levels.includes(classRange);
}
