import { aboutKilometres, kilometresBetween, type Point } from '@mutual-transfer/domain/reference/distance';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import type { PlacePoints } from './read-points.ts';

/**
 * Returns the approximate distance in kilometres between two blocks, given by code: between their own points if both have one; otherwise
 * between the points of their districts if these differ; otherwise null.
 */
export type DistanceBetween = (fromBlock: string, toBlock: string) => number | null;

/** Returns a function that measures distances between the given points. */
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
