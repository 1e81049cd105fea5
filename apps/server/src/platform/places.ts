import { readFile } from 'node:fs/promises';
import {
  aboutKilometres,
  blockByCode,
  blocks,
  districtByCode,
  districts,
  kilometresBetween,
  type Point,
} from '@mutual-transfer/domain/reference/places';

import { z } from 'zod';
import { StartupError } from './database/startup-error.ts';

/** Points of districts and blocks, by code. */
interface PlacePoints {
  districts: ReadonlyMap<string, Point>;
  blocks: ReadonlyMap<string, Point>;
}

const row = z.object({
  kind: z.enum(['district', 'block']),
  code: z.string(),
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
});

const knownCodes = {
  district: new Set(districts.map(({ code }) => code)),
  block: new Set(blocks.map(({ code }) => code)),
};

/** Headquarters of the districts; no blocks. */
export const headquarters: PlacePoints = {
  districts: new Map(districts.map((district) => [district.code, district])),
  blocks: new Map(),
};

/**
 * Reads the points from the operator's file. Returns the headquarters if no file is configured.
 *
 * @throws {StartupError} as `readPoints` does.
 */
export async function openPoints(file: string | undefined): Promise<PlacePoints> {
  return file === undefined ? headquarters : readPoints(file);
}

/**
 * Reads the operator's points, which replace the headquarters: tab-separated values under a header that includes `kind` (`district` or
 * `block`), `code`, `lat` and `lon` (degrees of WGS 84).
 *
 * @throws {StartupError} with the number of the wrong line.
 */
export async function readPoints(file: string): Promise<PlacePoints> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartupError(`PLACES_POINTS cannot be read: ${error.message}`);
  });
  const [head = '', ...lines] = text.split(/\r?\n/);
  const names = head.split('\t');
  const points = { district: new Map(headquarters.districts), block: new Map<string, Point>() };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = line.split('\t');
    const { kind, code, lat, lon } = readRow(
      Object.fromEntries(names.map((name, column) => [name, cells[column] || undefined])),
      index + 2,
    );
    points[kind].set(code, { latitude: lat, longitude: lon });
  }
  return { districts: points.district, blocks: points.block };
}

function readRow(values: object, line: number): z.infer<typeof row> {
  const parsed = row.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartupError(`PLACES_POINTS, line ${line}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { kind, code } = parsed.data;
  if (!knownCodes[kind].has(code))
    throw new StartupError(`PLACES_POINTS, line ${line}: there is no ${kind} ${code}`);
  return parsed.data;
}

/**
 * Returns the approximate distance in kilometres between two blocks, given by code: between their own points if both have one; otherwise
 * between the points of their districts if these differ; otherwise null.
 */
export type DistanceBetween = (fromBlock: string, toBlock: string) => number | null;

export function measureDistances(points: PlacePoints): DistanceBetween {
  return (fromBlock, toBlock) => {
    if (fromBlock === toBlock) return null;
    const between = (from: Point | undefined, to: Point | undefined) =>
      from === undefined || to === undefined ? null : aboutKilometres(kilometresBetween(from, to));
    const ofBlocks = between(points.blocks.get(fromBlock), points.blocks.get(toBlock));
    if (ofBlocks !== null) return ofBlocks;
    const [from, to] = [blockByCode(fromBlock).districtCode, blockByCode(toBlock).districtCode];
    return from === to ? null : between(points.districts.get(from), points.districts.get(to));
  };
}

/** Returns the English names of a block and its district. */
export function placeOfBlock(code: string): { district: string; block: string } {
  const block = blockByCode(code);
  return { district: districtByCode(block.districtCode).name, block: block.name };
}
