import { z } from 'zod';
import { allNameTables } from '../language/packs/language-packs.ts';
import type { NamedKind } from './names.ts';
import {
  ANY_BLOCK,
  blocksOfDistrict,
  districtByCode,
  districts,
  otherBlockNames,
  otherDistrictNames,
} from './places.ts';
import { subjects } from './subjects.ts';
import { categories, classLevels, recruitmentBatches } from './teaching.ts';

/** `name` is the English name, which is used on the wire; `names` are those in other languages, by language code. */
const named = z.strictObject({
  code: z.string(),
  name: z.string(),
  names: z.record(z.string(), z.string()).describe('Names in other languages, by their codes'),
});

const place = named.extend({ otherNames: z.array(z.string()) });

/** `GET /reference`: all choices that forms offer. `name` is used on the wire. */
export const referenceDataSchema = z
  .strictObject({
    anyBlock: z.string(),
    districts: z.array(
      place.extend({
        division: z.string(),
        column: z.int(),
        row: z.int(),
        neighbours: z.array(z.string()).describe('English names of the districts that share a border'),
        blocks: z.array(place),
      }),
    ),
    subjects: z.array(named.extend({ group: z.string() })),
    classLevels: z.array(named),
    categories: z.array(named),
    recruitmentBatches: z.array(z.string()),
  })
  .meta({ id: 'ReferenceData' });

export type ReferenceData = z.infer<typeof referenceDataSchema>;

/** Returns the reference data as the API sends it. */
export function buildReferenceData(): ReferenceData {
  return {
    anyBlock: ANY_BLOCK,
    districts: districts.map(({ code, name, division, column, row, neighbours }) => ({
      code,
      name,
      names: namesOf('districts', code),
      otherNames: [...(otherDistrictNames[code] ?? [])],
      division,
      column,
      row,
      neighbours: neighbours.map((neighbour) => districtByCode(neighbour).name),
      blocks: blocksOfDistrict(code).map((block) => ({
        code: block.code,
        name: block.name,
        names: namesOf('blocks', block.code),
        otherNames: [...(otherBlockNames[block.code] ?? [])],
      })),
    })),
    subjects: subjects.map((subject) => ({ ...subject, names: namesOf('subjects', subject.code) })),
    classLevels: classLevels.map((level) => ({ ...level, names: namesOf('classLevels', level.code) })),
    categories: categories.map((category) => ({ ...category, names: namesOf('categories', category.code) })),
    recruitmentBatches: [...recruitmentBatches],
  };
}

/** Returns language → name of an entry, for every language that has one. */
function namesOf(kind: NamedKind, code: string): Record<string, string> {
  const named = [...allNameTables()].map(([language, tables]) => [language, tables[kind][code]] as const);
  return Object.fromEntries(named.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
