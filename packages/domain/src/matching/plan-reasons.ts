/**
 * Reasons why the plan moves a teacher or not. If several hold for a teacher's request, the first of this list is
 * given:
 * - `moved`, `openProposal`: by a ring of the plan, or by a fixed ring;
 * - `othersFirst`: teachers with the same wish move, who have a higher weight or waited longer;
 * - `notChosen`: a ring through the teacher would cost no move, but the plan reaches the same number of moves without
 * one;
 * - `fewerMoves`: a ring through the teacher would replace rings that move more teachers;
 * - `partner`: the other teacher of the group cannot move with them;
 * - `noRing`: no ring of the allowed length leads through the wish;
 * - `noTeacherComes`: no teacher of the stratum wishes for the place they would leave;
 * - `noTeacherThere`: no teacher of the stratum is posted where they wish to go.
 */
export const planReasons = [
  'moved',
  'openProposal',
  'othersFirst',
  'notChosen',
  'fewerMoves',
  'partner',
  'noRing',
  'noTeacherComes',
  'noTeacherThere',
] as const;
export type PlanReason = (typeof planReasons)[number];
