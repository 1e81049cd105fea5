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
 * The score of `theirs` for the teacher of `mine`; undefined when they are no candidate: another subject, class level
 * or category, or no place in common. That they are different people is the caller's to see to.
 */
export function scoreOf(mine: Wish, theirs: Wish): Score | undefined {
  if (mine.subject !== theirs.subject || mine.classRange !== theirs.classRange) return undefined;
  if (categoriesDiffer(mine.category, theirs.category)) return undefined;
  const places = [...placesWanted(mine, theirs), ...placesGiven(mine, theirs)];
  if (places.length === 0) return undefined;
  const points = SUBJECT_POINTS + CLASS_RANGE_POINTS + PLACE_POINTS * places.length;
  const category: Criterion[] =
    mine.category === null || theirs.category === null ? [{ kind: 'categoryNotStated' }] : [];
  return {
    points,
    isPerfect: points === PERFECT,
    criteria: [
      { kind: 'subject', value: mine.subject },
      { kind: 'classRange', value: mine.classRange },
      ...places,
      ...category,
    ],
  };
}

/** Two stated categories must be the same; one that was not stated stands in nobody's way. */
export function categoriesDiffer(first: string | null, second: string | null): boolean {
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
