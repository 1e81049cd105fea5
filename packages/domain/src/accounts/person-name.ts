import { letterKey, spellingKey, withAbbreviationSigns } from '../language/comparison.ts';

/** Returns a typed name in NFC, with one space for each run of no-break and other spaces. */
export function typedName(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
}

/** Titles, which are no part of a name wherever they stand. */
const titles = new Set([
  ...['smt', 'shrimati', 'shreemati', 'srimati', 'km', 'kum', 'mr', 'mrs', 'ms', 'dr', 'prof', 'er'],
  ...['श्रीमती', 'श्रीमति', 'सुश्री', 'कु', 'डॉ', 'डा', 'डाॅ', 'प्रो'],
]);

/** Titles before a name. Elsewhere they are parts of names: `Jaya Shree`. */
const firstTitles = new Set([
  ...['shri', 'shree', 'sri', 'sree', 'sh', 'sushri', 'miss', 'late', 'kumari'],
  ...['श्री', 'मिस', 'स्व', 'स्वर्गीय', 'कुमारी', 'श्रीमान'],
]);

/** Titles that are also first names: they are dropped only if two words follow. */
const ambiguousTitles = new Set(['kumari', 'कुमारी']);

/** Short and long forms of one name, without nukta. */
const mohammads = new Set([
  ...['md', 'mohd', 'mhd', 'mo', 'mohammad', 'mohammed', 'mohammd', 'mohmmad', 'mohamad', 'mohamed'],
  ...['muhammad', 'muhammed', 'muhamad', 'mohmad', 'mohommad'],
  ...['मो', 'मोह', 'मोहम्मद', 'मोहमद', 'मोहम्म्द', 'मुहम्मद', 'मुहमद', 'महम्मद', 'मु'],
]);

/** What follows is the name of a husband or of parents: `Asha Devi W/O Ram Kumar`, `आशा देवी पति राम कुमार`. */
const relation =
  /(?<![\s,(])[\s,(]+(?:[wsdc]\s*\/\s*o(?!\p{L})|(?:wife|son|daughter) of(?!\p{L})|(?:पति|पत्नी|पिता|पुत्र|पुत्री|सुपुत्र|सुपुत्री|जौजे)(?![\p{L}\p{M}])[^\p{L}]*(?=\p{L})).*$/su;

/** Form of a name in which names are compared. */
export interface NameKey {
  /** Sounds of all letters in their order, so that `Ram Kumar` and `Ramkumar` are equal. */
  joined: string;
  /** Sounds of the words in any order. */
  words: string;
}

/**
 * Returns the key that the spellings of a name share, in Roman letters and in Devanagari, without titles and relatives. Takes about 0.2 ms, so
 * it is computed once for each name, not for each pair.
 */
export function nameKey(name: string): NameKey {
  const words = withAbbreviationSigns(letterKey(name))
    .replace(relation, '')
    .replaceAll(/[\u2019\u2018'`\u02BC\u00B4]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  const own = withoutTitles(words).map((word) => (mohammads.has(word) ? 'mohammad' : word));
  return {
    joined: soundOf(own.join('')),
    words: own.map(soundOf).sort().join(' '),
  };
}

function withoutTitles(words: readonly string[]): string[] {
  const rest = words.filter((word) => !titles.has(word));
  while (rest.length > (ambiguousTitles.has(rest[0] ?? '') ? 2 : 1) && firstTitles.has(rest[0] ?? ''))
    rest.shift();
  return rest.length > 0 ? rest : [...words];
}

/** Returns true if two names differ only by what names ignore. */
export function isSameName(one: NameKey, other: NameKey): boolean {
  return one.joined === other.joined || one.words === other.words;
}

function soundOf(word: string): string {
  return spellingKey(word) || word;
}
