import type { DistrictFigures, PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { blockByCode, districts } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Plan } from '@mutual-transfer/matching/clearing/plan';
import { partsOfStratum } from '../../offers/request-offer.ts';

/** Returns the number of rings per length, shortest first. */
export function lengthsOf({ ringsByLength }: Plan): PlanFigures['ringsByLength'] {
  return Object.entries(ringsByLength)
    .map(([length, rings]) => ({ length: Number(length), rings }))
    .sort((a, b) => a.length - b.length);
}

/** Returns the plan's figures for every district, in the order of the reference data. */
export function districtsOf(
  { perPlace }: Plan,
  wanting: ReadonlyMap<string, number>,
): PlanFigures['districts'] {
  const byCode = new Map<string, DistrictFigures>(
    districts.map(({ code, name }) => [
      code,
      { district: name, leaving: 0, coming: wanting.get(code) ?? 0, moved: 0 },
    ]),
  );
  for (const { place, offers, moved } of perPlace) {
    const figures = byCode.get(blockByCode(place).districtCode);
    if (figures === undefined) continue;
    figures.leaving += offers;
    figures.moved += moved;
  }
  return [...byCode.values()];
}

/**
 * Returns the optimality gap of a plan: the relative difference between its objective and the bound that was proved for the longest rings
 * requested.
 */
export function gapOf(
  { objective }: Pick<Plan, 'objective'>,
  { objectiveBound }: Pick<Plan, 'objectiveBound'>,
): number {
  return objectiveBound === 0 ? 0 : Math.max(0, 1 - objective / objectiveBound);
}

/**
 * Returns the figures of every stratum, largest first.
 *
 * @param longest Plan for the longest rings requested. Its upper bounds also hold for plans with shorter rings.
 */
export function strataOf(plan: Plan, longest: Plan): PlanFigures['strata'] {
  const ofLongest = new Map(longest.perStratum.map((each) => [each.stratum, each]));
  return plan.perStratum
    .map((each) => {
      const { stratum, teachers, bound, moved, expectedMoves } = each;
      const bounds = ofLongest.get(stratum) ?? each;
      const { cappedBound } = bounds;
      const { subject, ...parts } = partsOfStratum(stratum);
      const name = subject === null ? null : subjectByCode(subject).name;
      const figures = { teachers, bound, cappedBound, gap: gapOf(each, bounds), moved, expectedMoves };
      return { subject: name, ...parts, ...figures };
    })
    .sort((a, b) => b.teachers - a.teachers);
}
