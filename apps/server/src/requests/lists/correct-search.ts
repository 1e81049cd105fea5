import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import { distance } from 'fastest-levenshtein';

/** Shorter words are not corrected: they may be meant as typed. From `LONG` letters on a word may have two wrong letters. */
const SHORTEST = 4;
const LONG = 8;
/** Maximum number of corrected words. Each one is compared with every known word. */
const MOST_CORRECTED = 3;

/**
 * Returns the search with every word that no listed request contains replaced by the nearest known word. Returns `undefined` if a word has
 * no near one, or if too many words are wrong. The known words are those that every reader can search for.
 *
 * @param dictionary words of listed requests and names of places and subjects.
 * @param isHeld returns true if a listed request contains the word.
 */
export async function correctedSearch(
  search: string,
  dictionary: readonly string[],
  isHeld: (word: string) => Promise<boolean>,
): Promise<string | undefined> {
  const words = wordsOf(search);
  const corrected = new Map<string, string>();
  for (const word of new Set(words)) {
    if (await isHeld(word)) continue;
    const nearest = corrected.size < MOST_CORRECTED ? nearestWord(word, dictionary) : undefined;
    // A search with an unknown word finds nothing, so the other words need no correction.
    if (nearest === undefined) return undefined;
    corrected.set(word, nearest);
  }
  return corrected.size === 0 ? undefined : words.map((word) => corrected.get(word) ?? word).join(' ');
}

/** Returns the known word with the smallest edit distance. Ties go to the most similar spelling key, then to the first word. */
export function nearestWord(word: string, dictionary: readonly string[]): string | undefined {
  if (word.length < SHORTEST) return undefined;
  const key = spellingKey(word);
  const most = word.length < LONG ? 1 : 2;
  const near = dictionary
    .filter((other) => Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, letters: distance(other, word) }))
    .filter(({ letters }) => letters > 0 && letters <= most)
    .map((each) => ({ ...each, sounds: distance(spellingKey(each.other), key) }))
    .sort((first, second) => first.letters - second.letters || first.sounds - second.sounds);
  return near[0]?.other;
}
