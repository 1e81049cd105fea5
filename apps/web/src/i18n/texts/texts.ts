import type { englishInside } from './english-inside.ts';
import type { englishOpen } from './english-open.ts';

/** The texts of the public list, which everybody downloads, in any language. */
export type OpenTexts = DeepStrings<typeof englishOpen>;

/** The texts of every other screen, in any language. */
export type InsideTexts = DeepStrings<typeof englishInside>;

/** Every text in English, as the source of the keys. */
export type EnglishTexts = typeof englishOpen & typeof englishInside;

type DeepStrings<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : DeepStrings<Tree[Key]>;
};
