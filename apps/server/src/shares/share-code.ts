import { LARGEST_POSSIBLE_GROUP } from '@mutual-transfer/domain/agreements/agreement-rules';
import { INVITATION_CODE } from '@mutual-transfer/domain/constants';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { blocks } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import { isTaughtAt } from '@mutual-transfer/domain/reference/teaching';

/** Teacher who is missing in a ring, with codes of the reference data. */
export interface SoughtTeacher {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly classRange: string;
  /** Number of teachers in the ring, including this one. */
  readonly length: number;
}

export type Shared =
  | { readonly kind: 'invitation' }
  | { readonly kind: 'missing'; readonly sought: SoughtTeacher };

/** Number of ring lengths, from two to seventeen, that one digit of the code can represent. */
const LENGTHS = 16;
const SHORTEST = 2;
const BASE = 36;

const blockCodes = blocks.map(({ code }) => code);
const subjectCodes: readonly string[] = subjects.map(({ code }) => code);
const levels: readonly string[] = classRanges;

/**
 * Encodes a missing teacher as a link code: one number made of the ring length and the reference-data indexes of both places, subject and
 * class level. The code is the same for every teacher who shares it, contains no personal data and is not stored.
 */
export function shareCodeOf({ from, to, subject, classRange, length }: SoughtTeacher): string {
  const digits = [
    [blockCodes.indexOf(from), blockCodes.length],
    [blockCodes.indexOf(to), blockCodes.length],
    [subjectCodes.indexOf(subject), subjectCodes.length],
    [levels.indexOf(classRange), levels.length],
    [length - SHORTEST, LENGTHS],
  ] as const;
  return digits.reduce((number, [digit, size]) => number * size + digit, 0).toString(BASE);
}

/** Decodes a code. Returns undefined for an invalid code. */
export function sharedIn(code: string): Shared | undefined {
  if (code === INVITATION_CODE) return { kind: 'invitation' };
  const number = Number.parseInt(code, BASE);
  if (!Number.isSafeInteger(number) || number.toString(BASE) !== code) return undefined;
  const [rest, length] = divided(number, LENGTHS);
  const [others, level] = divided(rest, levels.length);
  const [places, subject] = divided(others, subjectCodes.length);
  const [from, to] = divided(places, blockCodes.length);
  return soughtAt({ from, to, subject, level, length });
}

function divided(number: number, by: number): readonly [quotient: number, remainder: number] {
  return [Math.floor(number / by), number % by];
}

function soughtAt(at: Record<'from' | 'to' | 'subject' | 'level' | 'length', number>): Shared | undefined {
  const [from, to] = [blockCodes[at.from], blockCodes[at.to]];
  const subject = subjects[at.subject];
  const classRange = levels[at.level];
  if (from === undefined || to === undefined || from === to) return undefined;
  if (subject === undefined || classRange === undefined) return undefined;
  if (!isTaughtAt(subject.name, classRange)) return undefined;
  const length = at.length + SHORTEST;
  if (length > LARGEST_POSSIBLE_GROUP) return undefined;
  const sought = { from, to, subject: subject.code, classRange, length };
  return { kind: 'missing', sought };
}
