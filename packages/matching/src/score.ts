import type { SwapAttribute } from '@mutual-transfer/domain/agreements/agreement-rules';

/** One side of a pair, in codes: the teacher's posting and attributes, and the wish. A null block accepts any. */
export interface Wish {
  subject: string;
  classRange: string;
  /** Null if the teacher did not state it. */
  category: string | null;
  fromDistrict: string;
  fromBlock: string;
  toDistrict: string;
  toBlock: string | null;
}

/** Component of a score, in display order; `value` is a code. */
export type Criterion =
  | { kind: 'subject' | 'classRange'; value: string }
  | { kind: 'postedDistrict' | 'wantsDistrict'; value: string }
  | { kind: 'postedBlock' | 'wantsBlock'; value: string }
  | { kind: 'categoryNotStated' };

/** Fit of two wishes: 55, 70, 85 or 100 points; only a perfect match has 100. */
export interface Score {
  points: number;
  isPerfect: boolean;
  criteria: readonly Criterion[];
}

const SUBJECT_POINTS = 20;
const CLASS_RANGE_POINTS = 20;
const PLACE_POINTS = 15;
const PERFECT = 100;

/**
 * Returns the score of `theirs` for the teacher of `mine`; undefined if an attribute of `mustBeEqual` differs or they share no place.
 * Attributes that need not be equal cost no points. The caller ensures that the two are different people.
 */
export function scoreOf(mine: Wish, theirs: Wish, mustBeEqual: readonly SwapAttribute[]): Score | undefined {
  if (mustBeEqual.some((attribute) => differ(mine[attribute], theirs[attribute]))) return undefined;
  const places = [...placesWanted(mine, theirs), ...placesGiven(mine, theirs)];
  if (places.length === 0) return undefined;
  const points = SUBJECT_POINTS + CLASS_RANGE_POINTS + PLACE_POINTS * places.length;
  return {
    points,
    isPerfect: points === PERFECT,
    criteria: [...inCommon(mine, theirs), ...notStated(mine, theirs, mustBeEqual), ...places],
  };
}

function inCommon(mine: Wish, theirs: Wish): Criterion[] {
  const kinds = ['subject', 'classRange'] as const;
  return kinds.flatMap((kind) => (mine[kind] === theirs[kind] ? [{ kind, value: mine[kind] }] : []));
}

function notStated(mine: Wish, theirs: Wish, mustBeEqual: readonly SwapAttribute[]): Criterion[] {
  const isOpen = mine.category === null || theirs.category === null;
  return isOpen && mustBeEqual.includes('category') ? [{ kind: 'categoryNotStated' }] : [];
}

/** Returns true if both values are stated and differ. */
function differ(first: string | null, second: string | null): boolean {
  return first !== null && second !== null && first !== second;
}

/** Returns the criteria for their posting that match my wish. */
function placesWanted(mine: Wish, theirs: Wish): Criterion[] {
  if (theirs.fromDistrict !== mine.toDistrict) return [];
  const district: Criterion = { kind: 'postedDistrict', value: theirs.fromDistrict };
  const fits = mine.toBlock === null || mine.toBlock === theirs.fromBlock;
  return fits ? [district, { kind: 'postedBlock', value: theirs.fromBlock }] : [district];
}

/** Returns the criteria for their wish that match my posting. */
function placesGiven(mine: Wish, theirs: Wish): Criterion[] {
  if (theirs.toDistrict !== mine.fromDistrict) return [];
  const district: Criterion = { kind: 'wantsDistrict', value: mine.fromDistrict };
  const fits = theirs.toBlock === null || theirs.toBlock === mine.fromBlock;
  return fits ? [district, { kind: 'wantsBlock', value: mine.fromBlock }] : [district];
}
