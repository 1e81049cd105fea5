import { spellingKey } from '@mutual-transfer/domain/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/text';
import { distance } from 'fastest-levenshtein';
import { correctWords } from '../privacy/known-words.ts';

/** A shorter word may be meant as it is; a long one may hold two wrong letters. */
const SHORTEST = 4;
const LONG = 8;

/**
 * A search that found nothing, with each word that no listed request holds put right; undefined where no word can be. Words are put
 * right by a list that is the same for every reader, and whether a request holds a word is what a search for it tells.
 *
 * @param isHeld whether a listed request holds the word.
 */
export async function correctedSearch(
  search: string,
  isHeld: (word: string) => Promise<boolean>,
): Promise<string | undefined> {
  const words = wordsOf(search);
  const corrected = await Promise.all(
    words.map(async (word) => ((await isHeld(word)) ? word : (nearestWord(word) ?? word))),
  );
  return corrected.every((word, index) => word === words[index]) ? undefined : corrected.join(' ');
}

/** The known word with the fewest letters otherwise, of equal ones that which sounds most alike, then the first in the list. */
export function nearestWord(word: string): string | undefined {
  if (word.length < SHORTEST) return undefined;
  const key = spellingKey(word);
  const most = word.length < LONG ? 1 : 2;
  const near = correctWords
    .filter((known) => Math.abs(known.length - word.length) <= most)
    .map((known) => ({ known, letters: distance(known, word) }))
    .filter(({ letters }) => letters > 0 && letters <= most)
    .map((each) => ({ ...each, sounds: distance(spellingKey(each.known), key) }))
    .sort((first, second) => first.letters - second.letters || first.sounds - second.sounds);
  return near[0]?.known;
}
