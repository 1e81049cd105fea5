import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { SeasonTeacher } from './season-shapes.ts';

/**
 * Returns the number of teachers who move if the rings of one plan are shown once and each ring happens whose members
 * are all willing.
 */
export function movedInOneShot(teachers: readonly SeasonTeacher[], maxRing: number): number {
  const willing = new Set(teachers.filter(({ isWilling }) => isWilling).map(({ offer }) => offer.teacher));
  const { rings } = planOf(
    teachers.map(({ offer }) => offer),
    { maxRing },
  );
  const whole = rings.filter((ring) => ring.teachers.every((teacher) => willing.has(teacher)));
  return whole.reduce((sum, ring) => sum + ring.teachers.length, 0);
}
