import { blockRows, districtRows, neighbourCodes } from './places-data.ts';

/** Point on the earth, in degrees of WGS 84. */
export interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6_371;

/** Returns the great-circle distance between two points in kilometres (haversine formula). */
export function kilometresBetween(first: Point, second: Point): number {
  const [from, to] = [radians(first.latitude), radians(second.latitude)];
  const halfLatitude = Math.sin((to - from) / 2);
  const halfLongitude = Math.sin(radians(second.longitude - first.longitude) / 2);
  const chord = halfLatitude ** 2 + Math.cos(from) * Math.cos(to) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}

/**
 * Rounds a distance to the precision that places several kilometres wide allow: to 1 km below ten, to 5 km below
 * fifty, then to 10 km.
 */
export function aboutKilometres(kilometres: number): number {
  if (kilometres < 10) return Math.max(1, Math.round(kilometres));
  const step = kilometres < 50 ? 5 : 10;
  return Math.round(kilometres / step) * step;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

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
const blocksByDistrict = blocksBy((block) => block.districtCode);
const blocksByName = blocksBy((block) => block.name);

/** Groups the blocks. The oldest browsers lack `Map.groupBy`. */
function blocksBy(keyOf: (block: Block) => string): Map<string, Block[]> {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) {
    const group = groups.get(keyOf(block));
    if (group === undefined) groups.set(keyOf(block), [block]);
    else group.push(block);
  }
  return groups;
}

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
