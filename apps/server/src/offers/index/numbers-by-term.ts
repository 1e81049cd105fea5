import type { NumberLists } from './number-lists.ts';

/**
 * Inverts the term lists of a range of numbers by counting sort: yields each term with its numbers in ascending order.
 *
 * @param termCount Upper bound of the terms, exclusive.
 */
export function* numbersByTerm(
  termsOf: Pick<NumberLists, 'each'>,
  { start, end }: { readonly start: number; readonly end: number },
  termCount: number,
): Generator<[term: number, numbers: Uint32Array], void, undefined> {
  const ends = endsByTerm(termsOf, { start, end }, termCount);
  const sorted = new Uint32Array(ends[termCount - 1] ?? 0);
  for (let number = end - 1; number >= start; number -= 1) {
    termsOf.each(number, (term) => {
      const place = (ends[term] ?? 0) - 1;
      ends[term] = place;
      sorted[place] = number;
    });
  }
  // Each end was decremented to the start of its term's numbers.
  for (const [term, from] of ends.entries()) {
    const to = ends[term + 1] ?? sorted.length;
    if (to > from) yield [term, sorted.subarray(from, to)];
  }
}

/** Returns for each term the end of its numbers in an array sorted by term. */
function endsByTerm(
  termsOf: Pick<NumberLists, 'each'>,
  { start, end }: { readonly start: number; readonly end: number },
  termCount: number,
): Uint32Array {
  const ends = new Uint32Array(termCount);
  const countOne = (term: number) => {
    ends[term] = (ends[term] ?? 0) + 1;
  };
  for (let number = start; number < end; number += 1) {
    termsOf.each(number, countOne);
  }
  for (let term = 1; term < termCount; term += 1) ends[term] = (ends[term] ?? 0) + (ends[term - 1] ?? 0);
  return ends;
}
