import type { $ZodIssue } from 'zod/v4/core';
import type { Language } from './language.ts';
import type { agreementMessages } from './packs/en/agreement-messages.ts';
import type { auditMessages } from './packs/en/audit-messages.ts';
import type { csvMessages } from './packs/en/csv-messages.ts';
import type {
  inputMessages,
  messages,
  noticeMessages,
  seasonMessages,
  shareMessages,
} from './packs/en/messages.ts';
import type { reportMessages } from './packs/en/report-messages.ts';

/** Texts about input and outcomes in one language, by key. */
export type MessageTexts = TextsLike<typeof messages>;

/** Texts about input, which forms download. */
export type InputMessageTexts = TextsLike<typeof inputMessages>;

/** Texts about the end and progress of agreements. */
export type AgreementMessageTexts = TextsLike<typeof agreementMessages>;

/** Headings and words of CSV files. */
export type CsvMessageTexts = TextsLike<typeof csvMessages>;

export type AuditMessageTexts = TextsLike<typeof auditMessages>;

/** Texts of messages that leave the product. */
export type NoticeMessageTexts = TextsLike<typeof noticeMessages>;

export type ReportMessageTexts = TextsLike<typeof reportMessages>;

/** Texts about consent for a season and its results. */
export type SeasonMessageTexts = TextsLike<typeof seasonMessages>;

export type ShareMessageTexts = TextsLike<typeof shareMessages>;

export type MessageKey = TextKey<typeof messages>;

/** Translator of texts about input and outcomes. */
export type Messages = Translator<MessageKey>;

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
  const flat = new Map(trees.flatMap((tree) => [...flattenTexts(tree as TextTree)]));
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
export function flattenTexts(tree: TextTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flattenTexts(value, `${prefix}${key}.`)],
    ),
  );
}

/** No form has more fields. A body may have thousands of unknown ones. */
const ERRORS_AT_MOST = 100;

/**
 * Returns field path (joined by dots) → the first error message of that field. An issue whose message is a message
 * key gets the text of that key, filled in from the issue; any other issue gets the general text of its kind.
 */
export function fieldSentences(issues: readonly $ZodIssue[], messages: Messages): Record<string, string> {
  const fields: Record<string, string> = {};
  const paths = issues
    .slice(0, ERRORS_AT_MOST)
    .flatMap((issue) => pathsOf(issue).map((path) => [path, issue] as const));
  for (const [path, issue] of paths.slice(0, ERRORS_AT_MOST)) fields[path] ??= issueSentence(issue, messages);
  return fields;
}

function pathsOf(issue: $ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, ERRORS_AT_MOST).map((key) => [...path, key].join('.'));
  return [path.join('.')];
}

function issueSentence(issue: $ZodIssue, messages: Messages): string {
  // The product's own checks pass the values for their text as `params`.
  const values = 'params' in issue ? (issue.params as Values) : {};
  if (messages.has(issue.message) && !isVague(issue)) return messages(issue.message, values);
  return messages(generalKey(issue), issue.code === 'too_big' ? { maximum: Number(issue.maximum) } : {});
}

/** Returns true if the issue calls an absent field invalid. Only issues that report their input can tell. */
function isVague(issue: $ZodIssue): boolean {
  return (
    issue.message === 'field.invalid' &&
    issue.code === 'invalid_type' &&
    'input' in issue &&
    issue.input === undefined
  );
}

function generalKey(issue: $ZodIssue): MessageKey {
  if (issue.code === 'unrecognized_keys') return 'field.unknown';
  if (issue.code === 'invalid_value') return 'field.choice';
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'field.required';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'text.tooLong';
  return 'field.invalid';
}
