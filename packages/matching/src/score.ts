import type { SwapAttribute } from '@mutual-transfer/domain/agreements/agreement-rules';

/** One side of a pair: what a teacher has to give and what they wish for, in codes. A null block takes any. */
export interface Wish {
  readonly subject: string;
  readonly classRange: string;
  /** Null when the teacher did not state it. */
  readonly category: string | null;
  readonly fromDistrict: string;
  readonly fromBlock: string;
  readonly toDistrict: string;
  readonly toBlock: string | null;
}

/** What a score is made of, in the order it is told; `value` is a code. */
export type Criterion =
  | { readonly kind: 'subject' | 'classRange'; readonly value: string }
  | { readonly kind: 'postedDistrict' | 'wantsDistrict'; readonly value: string }
  | { readonly kind: 'postedBlock' | 'wantsBlock'; readonly value: string }
  | { readonly kind: 'categoryNotStated' };

/** How well two wishes fit: 55, 70, 85 or 100, where 100 is a perfect match and nothing else is. */
export interface Score {
  readonly points: number;
  readonly isPerfect: boolean;
  readonly criteria: readonly Criterion[];
}

const SUBJECT_POINTS = 20;
const CLASS_RANGE_POINTS = 20;
const PLACE_POINTS = 15;
const PERFECT = 100;

/**
 * The score of `theirs` for the teacher of `mine`; undefined when they are no candidate: different in what must be equal,
 * or no place in common. What need not be equal costs no points. That they are different people is the caller's to see to.
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

/** What was not stated differs from nothing. */
function differ(first: string | null, second: string | null): boolean {
  return first !== null && second !== null && first !== second;
}

/** Where they are posted, as far as it is where I wish to go. */
function placesWanted(mine: Wish, theirs: Wish): Criterion[] {
  if (theirs.fromDistrict !== mine.toDistrict) return [];
  const district: Criterion = { kind: 'postedDistrict', value: theirs.fromDistrict };
  const fits = mine.toBlock === null || mine.toBlock === theirs.fromBlock;
  return fits ? [district, { kind: 'postedBlock', value: theirs.fromBlock }] : [district];
}

/** Where they wish to go, as far as it is where I am posted. */
function placesGiven(mine: Wish, theirs: Wish): Criterion[] {
  if (theirs.toDistrict !== mine.fromDistrict) return [];
  const district: Criterion = { kind: 'wantsDistrict', value: mine.fromDistrict };
  const fits = theirs.toBlock === null || theirs.toBlock === mine.fromBlock;
  return fits ? [district, { kind: 'wantsBlock', value: mine.fromBlock }] : [district];
}
