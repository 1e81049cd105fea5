import type { Language } from '../language.ts';

/** Values for the `{…}` of a text. `count` also selects the plural form. */
export type Values = Readonly<Record<string, string | number>>;

/** Texts by key, possibly nested: `{ a: { b: '…' } }` has the key `a.b`. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** The same texts in any language: every text of `Tree` as a string. */
export type TextsLike<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : TextsLike<Tree[Key]>;
};

type Leaf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaf<Tree[Key]>}`;
}[keyof Tree & string];

type WithoutForm<Key extends string> = Key extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Key;

/** Key of a text of `Tree`, such as `browse.title`. The key of a text with plural forms omits the form. */
export type TextKey<Tree> = WithoutForm<Leaf<Tree>>;

/** Function that finds the text of a key in one language and fills it in. */
export interface Translator<Key extends string> {
  (key: Key, values?: Values): string;
  /** Returns true if a string is the key of a text. */
  has: (key: string) => key is Key;
}

/** Separator between a key and its plural form, which is one of `Intl.PluralRules`: `found_one`, `found_other`. */
const FORM = '_';

/**
 * Returns a translator of these texts, which may come from several trees. If the values have a `count` and the text
 * has plural forms, it selects the form of that count in the language. A placeholder without a value stays as it is.
 * Values are inserted literally. A key without a text is returned as it is.
 */
export function translator<Key extends string>(language: Language, ...trees: object[]): Translator<Key> {
  // Interfaces of texts have no index signature, which `TextTree` has.
  const flat = new Map(trees.flatMap((tree) => [...flatten(tree as TextTree)]));
  const stems = new Set([...flat.keys()].map(withoutForm));
  let plurals: Intl.PluralRules | undefined;
  const textOf = (key: string, { count }: Values) => {
    if (typeof count !== 'number' || !flat.has(`${key}${FORM}other`)) return flat.get(key);
    plurals ??= new Intl.PluralRules(language);
    return flat.get(`${key}${FORM}${plurals.select(count)}`) ?? flat.get(`${key}${FORM}other`);
  };
  return Object.assign((key: Key, values: Values = {}) => fill(textOf(key, values) ?? key, values), {
    has: (key: string): key is Key => stems.has(key),
  });
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const plainPluralForm = /_(zero|one|two|few|many|other)$/;

function withoutForm(key: string): string {
  return key.replace(plainPluralForm, '');
}

/** Returns key → text for every text in a tree. */
export function flatten(tree: TextTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}
