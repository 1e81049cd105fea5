import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import { spellingKey } from '@mutual-transfer/domain/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/text';
import { blockNames, districtNames, namesOf } from './place-names.ts';

/** Codes of what has a word in one of its names. */
export interface NamedCodes {
  readonly districts: ReadonlySet<string>;
  readonly blocks: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
}

/** A key of one letter says nothing. */
export const SHORTEST_KEY = 2;

const codesByWord = {
  districts: byWord(districts, ({ code }) => districtNames(code)),
  blocks: byWord(blocks, ({ code }) => blockNames(code)),
  subjects: byWord(subjects, ({ code, name }) => [name, ...namesOf('subjects', code)]),
};

/** Words of the names of places and subjects, in any language. */
export const referenceWords: ReadonlySet<string> = new Set(
  Object.values(codesByWord).flatMap((codes) => [...codes.keys()]),
);

const referenceByKey = Map.groupBy(referenceWords, spellingKey);

/** The words of places and subjects that sound like that one. */
export function referenceWordsLike(word: string): readonly string[] {
  const key = spellingKey(word);
  return key.length < SHORTEST_KEY ? [] : (referenceByKey.get(key) ?? []).filter((each) => each !== word);
}

/** The places and subjects with a word in some name that begins with one of these. */
export function namedBy(beginnings: readonly string[]): NamedCodes {
  const words = [...referenceWords].filter((word) =>
    beginnings.some((beginning) => word.startsWith(beginning)),
  );
  const codesOf = (codes: ReadonlyMap<string, readonly string[]>) =>
    new Set(words.flatMap((word) => codes.get(word) ?? []));
  return {
    districts: codesOf(codesByWord.districts),
    blocks: codesOf(codesByWord.blocks),
    subjects: codesOf(codesByWord.subjects),
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
