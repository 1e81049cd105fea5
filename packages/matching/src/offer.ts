import { LARGEST_POSSIBLE_GROUP } from '@mutual-transfer/domain/agreements/agreement-rules';

/**
 * One wish of one teacher. A teacher may have several offers and moves at most once. Places and strata are names of any kind (the product
 * uses block codes), interned to integers internally.
 */
export interface Offer {
  teacher: string;
  /** Place the teacher is posted in. */
  from: string;
  /** Accepted places, in any order; an `Any block` wish lists every block of its district. */
  to: readonly string[];
  /** Subject × class level × category; rings stay within a stratum. */
  stratum: string;
  /** Start of waiting, in milliseconds since the epoch. Offers without it sort after all that have it. */
  waitingSince?: number;
  /** Weight of this teacher in the plan's objective, 0 or more. Default 1. */
  weight?: number;
  /** Probability that the teacher goes through with a move, above 0 and at most 1. Default: the plan's `survival`. */
  probability?: number;
  /** Rank of this wish among the teacher's own, 1 for the first choice; at equal moves a plan takes the better rank. Default 1. */
  rank?: number;
  /**
   * Group whose rows move together or not at all, at most two teachers. A couple that wishes to live in one district states one group for
   * each district: both teachers' rows with the places of that district.
   */
  group?: string;
}

/** Start of waiting of an offer without `waitingSince`: 1 January 2100, so that sums over a ring stay exact integers. */
export const NOT_WAITING = 4_102_444_800_000;

/** Maximum ring length that the search supports; the rules of a state may allow less. */
export const LONGEST_RING = LARGEST_POSSIBLE_GROUP;

const LAST_RANK = 99;

/**
 * Returns the length if it is valid.
 *
 * @throws {RangeError} unless it is an integer from 2 to 10.
 */
export function requireRingLength(length: number): number {
  if (Number.isInteger(length) && length >= 2 && length <= LONGEST_RING) return length;
  throw new RangeError(`The longest ring must be a whole number from 2 to ${LONGEST_RING}, not ${length}.`);
}

/**
 * Returns the weight if it is valid.
 *
 * @throws {RangeError} unless it is finite and 0 or more.
 */
export function requireWeight(weight: number): number {
  if (weight >= 0 && weight < Number.POSITIVE_INFINITY) return weight;
  throw new RangeError(`A weight must be a number from 0 on, not ${weight}.`);
}

/**
 * Returns the rank if it is valid.
 *
 * @throws {RangeError} unless it is an integer from 1 to 99.
 */
export function requireRank(rank: number): number {
  if (Number.isInteger(rank) && rank >= 1 && rank <= LAST_RANK) return rank;
  throw new RangeError(`A rank must be a whole number from 1 to ${LAST_RANK}, not ${rank}.`);
}

/**
 * Returns the probability if it is valid.
 *
 * @throws {RangeError} unless it is above 0 and at most 1.
 */
export function assertProbability(chance: number): number {
  if (chance > 0 && chance <= 1) return chance;
  throw new RangeError(`The survival chance must be above 0 and at most 1, not ${chance}.`);
}
