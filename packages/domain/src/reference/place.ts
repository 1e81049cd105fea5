import { z } from 'zod';
import { ANY_BLOCK, blockByName, districtByName } from './places.ts';

/** A place as stored: codes; a null block means any block of the district. */
export interface Place {
  districtCode: string;
  blockCode: string | null;
}

/** English name of a district. */
export const districtNameSchema = z
  .string({ error: 'field.required' })
  .refine((name) => districtByName(name) !== undefined, { error: districtProblem });

/** English name of a block. `blockFits` checks that it lies in the district beside it. */
export const blockNameSchema = z.string({ error: 'field.required' }).min(1, { error: 'field.required' });

function districtProblem(issue: { input?: unknown }): string {
  return issue.input === '' ? 'field.required' : 'district.unknown';
}

/**
 * Returns the codes of a district and block given by their English names, or undefined if the block is not in that
 * district. `Any block` gives a null block.
 */
export function placeOf(district: string, block: string): Place | undefined {
  const districtCode = districtByName(district)?.code;
  if (districtCode === undefined) return undefined;
  if (block === ANY_BLOCK) return { districtCode, blockCode: null };
  const blockCode = blockByName(districtCode, block)?.code;
  return blockCode === undefined ? undefined : { districtCode, blockCode };
}

/** Returns true if the named block is in the named district, or if the district itself is unknown. */
export function blockFits(district: string, block: string, anyBlockFits: boolean): boolean {
  const districtCode = districtByName(district)?.code;
  if (districtCode === undefined) return true;
  if (block === ANY_BLOCK) return anyBlockFits;
  return blockByName(districtCode, block) !== undefined;
}
