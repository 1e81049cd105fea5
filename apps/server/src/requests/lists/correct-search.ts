import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import { distance } from 'fastest-levenshtein';

/** Minimum length of a word to correct: shorter words may be meant as typed. From `LONG` letters on a word may have two wrong letters. */
const SHORTEST = 4;
const LONG = 8;
/** Maximum number of words to correct, because each is compared with every word of the dictionary. */
const MOST_CORRECTED = 3;

/**
 * Returns the search with every word that no listed request contains replaced by the nearest word of the dictionary. Returns undefined if a
 * word has no near one, or if too many words are wrong. The dictionary contains only words that every visitor can search for.
 *
 * @param dictionary words of listed requests, and names of places and subjects.
 * @param isHeld resolves with true if a listed request contains the word.
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
    // A search with a word that cannot be corrected finds nothing, so the other words need no correction.
    if (nearest === undefined) return undefined;
    corrected.set(word, nearest);
  }
  return corrected.size === 0 ? undefined : words.map((word) => corrected.get(word) ?? word).join(' ');
}

/**
 * Returns the word of the dictionary with the smallest edit distance, if it is near enough. Among equal distances takes the word with the
 * most similar spelling key, then the first one.
 */
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
