import { spellingKey } from '@mutual-transfer/domain/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/text';
import { distance } from 'fastest-levenshtein';

/** A shorter word may be meant as it is; a long one may hold two wrong letters. */
const SHORTEST = 4;
const LONG = 8;

/**
 * A search that found nothing, with each word that no listed request holds put right; undefined where no word can be. Words are put
 * right by those that every reader can search for, and whether a request holds a word is what a search for it tells.
 *
 * @param known words that are held, or name a place or subject.
 * @param isHeld whether a listed request holds the word.
 */
export async function correctedSearch(
  search: string,
  known: readonly string[],
  isHeld: (word: string) => Promise<boolean>,
): Promise<string | undefined> {
  const words = wordsOf(search);
  const corrected = await Promise.all(
    words.map(async (word) => ((await isHeld(word)) ? word : (nearestWord(word, known) ?? word))),
  );
  return corrected.every((word, index) => word === words[index]) ? undefined : corrected.join(' ');
}

/** The known word with the fewest letters otherwise, of equal ones that which sounds most alike, then the first of them. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length < SHORTEST) return undefined;
  const key = spellingKey(word);
  const most = word.length < LONG ? 1 : 2;
  const near = known
    .filter((other) => Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, letters: distance(other, word) }))
    .filter(({ letters }) => letters > 0 && letters <= most)
    .map((each) => ({ ...each, sounds: distance(spellingKey(each.other), key) }))
    .sort((first, second) => first.letters - second.letters || first.sounds - second.sounds);
  return near[0]?.other;
}
