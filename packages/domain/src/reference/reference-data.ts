import { z } from 'zod';
import { categories, recruitmentBatches } from './categories.ts';
import { classLevels } from './class-levels.ts';
import { ANY_BLOCK, blocksOfDistrict, districts, otherBlockNames, otherDistrictNames } from './places.ts';
import { blockNamesInHindi, districtNamesInHindi } from './places-hindi.ts';
import { subjects } from './subjects.ts';

const named = z.strictObject({ name: z.string(), nameHindi: z.string(), otherNames: z.array(z.string()) });

/** `GET /reference`: everything a form offers to choose from. `name` is what goes on the wire. */
export const referenceData = z
  .strictObject({
    anyBlock: z.string(),
    districts: z.array(
      named.extend({
        code: z.string(),
        division: z.string(),
        column: z.int(),
        row: z.int(),
        blocks: z.array(named.extend({ code: z.string() })),
      }),
    ),
    subjects: z.array(
      z.strictObject({ code: z.string(), name: z.string(), nameHindi: z.string(), group: z.string() }),
    ),
    classLevels: z.array(z.strictObject({ code: z.string(), name: z.string(), nameHindi: z.string() })),
    categories: z.array(z.strictObject({ code: z.string(), name: z.string(), nameHindi: z.string() })),
    recruitmentBatches: z.array(z.string()),
  })
  .meta({ id: 'ReferenceData' });

export type ReferenceData = z.infer<typeof referenceData>;

/** The reference data as the API answers it. */
export function buildReferenceData(): ReferenceData {
  return {
    anyBlock: ANY_BLOCK,
    districts: districts.map(({ code, name, division, column, row }) => ({
      code,
      name,
      nameHindi: districtNamesInHindi[code] ?? name,
      otherNames: [...(otherDistrictNames[code] ?? [])],
      division,
      column,
      row,
      blocks: blocksOfDistrict(code).map((block) => ({
        code: block.code,
        name: block.name,
        nameHindi: blockNamesInHindi[block.code] ?? block.name,
        otherNames: [...(otherBlockNames[block.code] ?? [])],
      })),
    })),
    subjects: subjects.map((subject) => ({ ...subject })),
    classLevels: classLevels.map((level) => ({ ...level })),
    categories: categories.map((category) => ({ ...category })),
    recruitmentBatches: [...recruitmentBatches],
  };
}
