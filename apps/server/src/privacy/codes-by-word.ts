import { allNameTables } from '@mutual-transfer/domain/language/packs/language-packs';
import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/language/text';
import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import { blockNames, districtNames, subjectNamesOf } from './place-names.ts';

/** Codes of places and subjects with a certain word in one of their names. */
export interface NamedCodes {
  readonly districts: ReadonlySet<string>;
  readonly blocks: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
}

/** Minimum length of a spelling key. A shorter one fits too many words. */
export const SHORTEST_KEY = 2;

interface ReferenceWords {
  /** Number of languages when these words were collected. */
  readonly languages: number;
  readonly codes: Readonly<Record<keyof NamedCodes, ReadonlyMap<string, readonly string[]>>>;
  readonly all: ReadonlySet<string>;
  readonly byKey: ReadonlyMap<string, readonly string[]>;
}

let cache: ReferenceWords | undefined;

/** Returns the cached words. Collects them again after a language was added. */
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

/** Words of the names of places and subjects, in any language. */
export function referenceWords(): ReadonlySet<string> {
  return cachedWords().all;
}

/** Returns the words of places and subjects with the same spelling key as this word. */
export function referenceWordsLike(word: string): readonly string[] {
  const key = spellingKey(word);
  return key.length < SHORTEST_KEY
    ? []
    : (cachedWords().byKey.get(key) ?? []).filter((each) => each !== word);
}

/** Returns the places and subjects with a name that has a word beginning with one of these. */
export function namedBy(beginnings: readonly string[]): NamedCodes {
  const { all, codes } = cachedWords();
  const words = [...all].filter((word) => beginnings.some((beginning) => word.startsWith(beginning)));
  const codesOf = (kind: keyof NamedCodes) => new Set(words.flatMap((word) => codes[kind].get(word) ?? []));
  return {
    districts: codesOf('districts'),
    blocks: codesOf('blocks'),
    subjects: codesOf('subjects'),
  };
}

function byWord<Kind extends { readonly code: string }>(
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
