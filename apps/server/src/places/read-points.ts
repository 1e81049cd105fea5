import { readFile } from 'node:fs/promises';
import type { Point } from '@mutual-transfer/domain/reference/distance';
import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

/** Points of districts and blocks, by code. */
export interface PlacePoints {
  readonly districts: ReadonlyMap<string, Point>;
  readonly blocks: ReadonlyMap<string, Point>;
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
