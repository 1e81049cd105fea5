import type { Language } from '@mutual-transfer/domain/language';
import type { EnglishTexts } from './texts/texts.ts';

/** What fills the `{{…}}` of a text; `count` also chooses its plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

type Leaf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaf<Tree[Key]>}`;
}[keyof Tree & string];

type WithoutForm<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;

/** The place of a text in the catalogue, as `browse.title`; a text with plural forms is named without its form. */
export type TextKey = WithoutForm<Leaf<EnglishTexts>>;

export type Translate = (key: TextKey, values?: TextValues) => string;

/** Finds texts in one language's catalogue; plurals by `Intl`, as that language has them. */
export function translator(language: Language, texts: object): Translate {
  const flat = flatten(texts);
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const form = typeof values.count === 'number' ? `${key}_${plurals.select(values.count)}` : key;
    const text = flat.get(form) ?? flat.get(key) ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

function flatten(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...flatten(value, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, String(value)] as const],
    ),
  );
}
