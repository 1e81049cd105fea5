import type { Language } from '../language.ts';

/** What fills the `{…}` of a text; `count` also chooses its plural form. */
export type Values = Readonly<Record<string, string | number>>;

/** Texts by key, or by key within key: `{ a: { b: '…' } }` has the key `a.b`. */
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

/** The key of a text of `Tree`, as `browse.title`; a text with plural forms is named without its form. */
export type TextKey<Tree> = WithoutForm<Leaf<Tree>>;

/** Finds the text of a key in one language and fills it in. */
export interface Translator<Key extends string> {
  (key: Key, values?: Values): string;
  /** Whether a text is the key of one. */
  readonly has: (key: string) => key is Key;
}

/** What separates a key from its plural form, which is one of `Intl.PluralRules`: `found_one`, `found_other`. */
const FORM = '_';

/**
 * A translator of these texts, which may lie in several trees. A key with a `count` among its values gets the plural form that the language has for that
 * count, where the text has forms; a placeholder without a value stays as it is; values are never read as texts; a key
 * without a text is shown as it is.
 */
export function translator<Key extends string>(language: Language, ...trees: object[]): Translator<Key> {
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

/** Key → text of every text in a tree. */
export function flatten(tree: TextTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}
