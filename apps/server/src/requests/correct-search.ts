import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import { distance } from 'fastest-levenshtein';

/** A shorter word may be meant as it is; a long one may hold two wrong letters. */
const SHORTEST = 4;
const LONG = 8;
/** For each wrong word all known ones are looked at. */
const MOST_CORRECTED = 3;

/**
 * A search that found nothing, with each word that no listed request holds put right; undefined where they cannot be, or are more than a
 * few. Words are put right by those that every reader can search for, and whether a request holds a word is what a search for it tells.
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
  const corrected = new Map<string, string>();
  for (const word of new Set(words)) {
    if (await isHeld(word)) continue;
    const nearest = corrected.size < MOST_CORRECTED ? nearestWord(word, known) : undefined;
    // With a word that no request holds a search finds nothing, whatever becomes of the others.
    if (nearest === undefined) return undefined;
    corrected.set(word, nearest);
  }
  return corrected.size === 0 ? undefined : words.map((word) => corrected.get(word) ?? word).join(' ');
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
