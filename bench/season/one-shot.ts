import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { SeasonTeacher } from './season-shapes.ts';

/** Who moves when the rings of one plan are shown and each happens that all its members are willing to. */
export function movedInOneShot(teachers: readonly SeasonTeacher[], maxRing: number): number {
  const willing = new Set(teachers.filter(({ isWilling }) => isWilling).map(({ offer }) => offer.teacher));
  const { rings } = planOf(
    teachers.map(({ offer }) => offer),
    { maxRing },
  );
  const whole = rings.filter((ring) => ring.teachers.every((teacher) => willing.has(teacher)));
  return whole.reduce((sum, ring) => sum + ring.teachers.length, 0);
}
