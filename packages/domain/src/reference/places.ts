import { blockRows, districtRows, neighbourCodes } from './places-data.ts';

/** District of Bihar. Latitude and longitude are in degrees; column and row locate its tile on the tile map. */
export interface District {
  code: string;
  name: string;
  latitude: number;
  longitude: number;
  division: string;
  column: number;
  row: number;
  neighbours: readonly string[];
}

/** Community development block. Names repeat across districts; codes, and pairs of district and name, are unique. */
export interface Block {
  code: string;
  name: string;
  districtCode: string;
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

/**
 * Returns the district with a code.
 * @throws {RangeError} if there is none, because only stored codes are looked up.
 */
export function districtByCode(code: string): District {
  return found(districtsByCode.get(code), 'district', code);
}

/**
 * Returns the block with a code.
 * @throws {RangeError} if there is none.
 */
export function blockByCode(code: string): Block {
  return found(blocksByCode.get(code), 'block', code);
}

/** Returns the district with an English name, or undefined. */
export function districtByName(name: string): District | undefined {
  return districtsByName.get(name);
}

/** Returns the block with an English name in a district, or undefined. */
export function blockByName(districtCode: string, name: string): Block | undefined {
  return blocksByName.get(name)?.find((block) => block.districtCode === districtCode);
}

/** Returns every block with an English name, in all districts. */
export function blocksNamed(name: string): readonly Block[] {
  return blocksByName.get(name) ?? [];
}

/** Returns the blocks of a district, by name. Empty for an unknown district code. */
export function blocksOfDistrict(districtCode: string): readonly Block[] {
  return blocksByDistrict.get(districtCode) ?? [];
}

function found<Thing>(thing: Thing | undefined, kind: string, code: string): Thing {
  if (thing === undefined) throw new RangeError(`No ${kind} has the code ${code}`);
  return thing;
}
