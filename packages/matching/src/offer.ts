import { LARGEST_POSSIBLE_GROUP } from '@mutual-transfer/domain/agreements/agreement-rules';

/**
 * One wish of one teacher, as plain data. A teacher may have several offers and moves at most once.
 * Places and strata are names of any kind (the product uses block codes); they are interned to integers inside.
 */
export interface Offer {
  readonly teacher: string;
  /** The place the teacher is posted in. */
  readonly from: string;
  /** The accepted places, without order; an `Any block` wish lists every block of its district. */
  readonly to: readonly string[];
  /** Subject × class level × category; nothing crosses strata. */
  readonly stratum: string;
  /** Milliseconds since the epoch. An offer without it stands behind all that have it. */
  readonly waitingSince?: number;
  /** What moving this teacher counts for in the plan's objective, 0 or more. Default 1. */
  readonly weight?: number;
  /** The chance that the teacher goes through with a move, above 0 and at most 1. Default: the plan's `survival`. */
  readonly probability?: number;
  /** The place of this wish among the teacher's own, 1 for the dearest; a plan takes the dearer one at equal moves. Default 1. */
  readonly rank?: number;
  /**
   * Rows of one group move together or not at all, at most two teachers. A couple that wishes to live in one district states
   * one group for each district: both teachers' rows with the places of that district.
   */
  readonly group?: string;
}

/** What an offer without `waitingSince` counts as: 1 January 2100, so that sums over a ring stay exact integers. */
export const NOT_WAITING = 4_102_444_800_000;

/** The longest ring that is looked for; the rules of a state allow so many or fewer. */
export const LONGEST_RING = LARGEST_POSSIBLE_GROUP;

const LAST_RANK = 99;

/** @throws {RangeError} unless the length is a whole number from 2 to 10. */
export function requireRingLength(length: number): number {
  if (Number.isInteger(length) && length >= 2 && length <= LONGEST_RING) return length;
  throw new RangeError(`The longest ring must be a whole number from 2 to ${LONGEST_RING}, not ${length}.`);
}

/** @throws {RangeError} unless the weight is 0 or more. */
export function requireWeight(weight: number): number {
  if (weight >= 0 && weight < Number.POSITIVE_INFINITY) return weight;
  throw new RangeError(`A weight must be a number from 0 on, not ${weight}.`);
}

/** @throws {RangeError} unless the rank is a whole number from 1 to 99. */
export function requireRank(rank: number): number {
  if (Number.isInteger(rank) && rank >= 1 && rank <= LAST_RANK) return rank;
  throw new RangeError(`A rank must be a whole number from 1 to ${LAST_RANK}, not ${rank}.`);
}

/** @throws {RangeError} unless the chance is above 0 and at most 1. */
export function requireSurvival(chance: number): number {
  if (chance > 0 && chance <= 1) return chance;
  throw new RangeError(`The survival chance must be above 0 and at most 1, not ${chance}.`);
}
