import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { allNameTables } from '@mutual-transfer/domain/language/packs/language-packs';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import { blockNames, districtNames, subjectNamesOf } from './present.ts';

/** Minimum length of a spelling key to search by. Too many words share a shorter key. */
export const SHORTEST_KEY = 2;

/** Codes of the places and subjects with a given word in one of their names. */
export interface NamedCodes {
  districts: ReadonlySet<string>;
  blocks: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
}

interface ReferenceWords {
  /** Number of languages from which these words were collected. */
  languages: number;
  codes: Readonly<Record<keyof NamedCodes, ReadonlyMap<string, readonly string[]>>>;
  all: ReadonlySet<string>;
  byKey: ReadonlyMap<string, readonly string[]>;
}

let cache: ReferenceWords | undefined;

/** Returns the cached words of places and subjects. Collects them again after a language was added. */
function cachedWords(): ReferenceWords {
  const languages = allNameTables().size;
  if (cache?.languages === languages) return cache;
  const codes = {
    districts: byWord(districts, ({ code }) => districtNames(code)),
    blocks: byWord(blocks, ({ code }) => blockNames(code)),
    subjects: byWord(subjects, ({ code }) => subjectNamesOf(code)),
  };
  const all = new Set(Object.values(codes).flatMap((words) => [...words.keys()]));
  cache = { languages, codes, all, byKey: Map.groupBy(all, spellingKey) };
  return cache;
}

/** Returns the words in names of places and subjects, in all languages. */
export function referenceWords(): ReadonlySet<string> {
  return cachedWords().all;
}

/** Returns the other words in names of places and subjects that have the same spelling key as this word. */
export function referenceWordsLike(word: string): readonly string[] {
  const key = spellingKey(word);
  return key.length < SHORTEST_KEY
    ? []
    : (cachedWords().byKey.get(key) ?? []).filter((each) => each !== word);
}

/** Returns the codes of places and subjects whose names have a word that begins with one of these texts. */
export function codesNamed(beginnings: readonly string[]): NamedCodes {
  const { all, codes } = cachedWords();
  const words = [...all].filter((word) => beginnings.some((beginning) => word.startsWith(beginning)));
  const codesOf = (kind: keyof NamedCodes) => new Set(words.flatMap((word) => codes[kind].get(word) ?? []));
  return {
    districts: codesOf('districts'),
    blocks: codesOf('blocks'),
    subjects: codesOf('subjects'),
  };
}

function byWord<Kind extends { code: string }>(
  kinds: readonly Kind[],
  namesOfKind: (kind: Kind) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, string[]>();
  for (const kind of kinds) {
    for (const word of new Set(namesOfKind(kind).flatMap(wordsOf))) {
      codes.set(word, [...(codes.get(word) ?? []), kind.code]);
    }
  }
  return codes;
}
