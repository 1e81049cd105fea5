import { blockRows, districtRows, neighbourCodes } from './places-data.ts';

/** A district of Bihar. Latitude and longitude are degrees; column and row are its tile on the map of tiles. */
export interface District {
  readonly code: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly division: string;
  readonly column: number;
  readonly row: number;
  readonly neighbours: readonly string[];
}

/** A community development block. Names repeat across districts; the code and the pair of names do not. */
export interface Block {
  readonly code: string;
  readonly name: string;
  readonly districtCode: string;
}

export { otherBlockNames, otherDistrictNames } from './place-aliases.ts';
export { ANY_BLOCK } from './place-words.ts';

/** All districts of the state, in the order of the reference data. */
export const districts: readonly District[] = districtRows.map(
  ([code, name, latitude, longitude, division, column, row]) => ({
    code,
    name,
    latitude,
    longitude,
    division,
    column,
    row,
    neighbours: neighbourCodes[code] ?? [],
  }),
);

/** All blocks of the state, district by district. */
export const blocks: readonly Block[] = Object.entries(blockRows).flatMap(([districtCode, rows]) =>
  rows.map(([code, name]) => ({ code, name, districtCode })),
);

const districtsByCode = new Map(districts.map((district) => [district.code, district]));
const districtsByName = new Map(districts.map((district) => [district.name, district]));
const blocksByCode = new Map(blocks.map((block) => [block.code, block]));
const blocksByDistrict = Map.groupBy(blocks, (block) => block.districtCode);
const blocksByName = Map.groupBy(blocks, (block) => block.name);

/** @throws {RangeError} when no district has the code: only codes the product stored are asked for. */
export function districtByCode(code: string): District {
  return found(districtsByCode.get(code), 'district', code);
}

/** @throws {RangeError} when no block has the code. */
export function blockByCode(code: string): Block {
  return found(blocksByCode.get(code), 'block', code);
}

/** The district of that English name, or undefined. */
export function districtByName(name: string): District | undefined {
  return districtsByName.get(name);
}

/** The block of that English name in that district, or undefined. */
export function blockByName(districtCode: string, name: string): Block | undefined {
  return blocksByName.get(name)?.find((block) => block.districtCode === districtCode);
}

/** Every block of that English name, in whichever district. */
export function blocksNamed(name: string): readonly Block[] {
  return blocksByName.get(name) ?? [];
}

/** The blocks of a district, by name; none for a code that is not a district's. */
export function blocksOfDistrict(districtCode: string): readonly Block[] {
  return blocksByDistrict.get(districtCode) ?? [];
}

function found<Thing>(thing: Thing | undefined, kind: string, code: string): Thing {
  if (thing === undefined) throw new RangeError(`No ${kind} has the code ${code}`);
  return thing;
}
