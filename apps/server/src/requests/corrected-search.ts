import { spellingKey } from '@mutual-transfer/domain/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/text';
import { distance } from 'fastest-levenshtein';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { correctWords } from '../privacy/known-words.ts';
import { wordQuery } from '../privacy/search-words.ts';

/** A shorter word may be meant as it is; a long one may hold two wrong letters. */
const SHORTEST = 4;
const LONG = 8;

/**
 * A search that found nothing, with each word that no listed request holds put right; undefined where no word can be. Words are put
 * right by a list that is the same for every reader, and whether a request holds a word is what a search for it tells.
 */
export async function correctedSearch(db: Kysely<Database>, search: string): Promise<string | undefined> {
  const words = wordsOf(search);
  const corrected = await Promise.all(
    words.map(async (word) => ((await isHeld(db, word)) ? word : (nearestWord(word) ?? word))),
  );
  return corrected.every((word, index) => word === words[index]) ? undefined : corrected.join(' ');
}

async function isHeld(db: Kysely<Database>, word: string): Promise<boolean> {
  const found = await db
    .selectFrom('requests')
    .select('id')
    .where('listed', '=', true)
    .where(sql<SqlBool>`search @@ ${wordQuery([word])}::tsquery`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
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
