import type { DistrictFigures, PlanFigures } from '@mutual-transfer/domain/plan';
import { blockByCode, districts } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Plan } from '@mutual-transfer/matching/clearing/plan';
import { partsOfStratum } from '../offers/known-offer.ts';

/** How many rings there are of each length, the shortest first. */
export function lengthsOf({ ringsByLength }: Plan): PlanFigures['ringsByLength'] {
  return Object.entries(ringsByLength)
    .map(([length, rings]) => ({ length: Number(length), rings }))
    .sort((a, b) => a.length - b.length);
}

/** Every district, in the order of the reference, with what the plan does for it. */
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

/** Every stratum, the largest first. */
export function strataOf({ perStratum }: Plan): PlanFigures['strata'] {
  return perStratum
    .map(({ stratum, teachers, bound, moved }) => {
      const { subject, ...parts } = partsOfStratum(stratum);
      const name = subject === null ? null : subjectByCode(subject).name;
      return { subject: name, ...parts, teachers, bound, moved };
    })
    .sort((a, b) => b.teachers - a.teachers);
}
