import { withAbbreviationSigns } from '../language/comparison.ts';
import type { MessageKey } from '../language/messages.ts';
import { textRisks } from '../language/text-risks.ts';

/**
 * Characters not allowed in names. Allowed are letters, marks, digits and punctuation that joins or abbreviates
 * words, but no tick, `@` or `<`.
 */
const otherThanName = /[^\p{L}\p{M}\p{Nd} .,'’ʼ‘()/_\-–\u0970\u200C\u200D]/u;
/** Invisible letters, and Latin letters that only imitate others: phonetic symbols, small capitals, clicks. */
const deceptiveLetter =
  /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}|(?![A-Za-zªº\u00C0-\u017F\u1E00-\u1EFF])(?=\p{sc=Latin})[\p{L}]/u;
const scriptsThatLookAlike = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Armenian}/u,
  /\p{sc=Cherokee}/u,
];

/** Letters of other scripts and digits that look like a Latin letter. `l` and `i` map to the same letter because they look alike. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ї: 'i',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  м: 'm',
  т: 't',
  п: 'n',
  к: 'k',
  в: 'b',
  н: 'h',
  ո: 'n',
  ӏ: 'i',
  ј: 'j',
  α: 'a',
  ε: 'e',
  ι: 'i',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  κ: 'k',
  η: 'n',
  χ: 'x',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  l: 'i',
  ı: 'i',
};

/** Names reserved for the product or for an office. Names that begin with one are reserved too. */
const reservedBeginnings = [
  'administrat',
  'moderator',
  'verified',
  'helpdesk',
  'helpline',
  'office',
  'director',
  'government',
  'ministry',
  'secretariat',
  'commissioner',
  'व्यवस्थापक',
  'प्रशासक',
  'पदाधिकारी',
  'निदेशक',
  'निदेशालय',
  'कार्यालय',
  'मंत्रालय',
  'सचिवालय',
  'आयुक्त',
].map(skeleton);
const reservedWords = new Set(
  [
    ...['admin', 'admins', 'superadmin', 'sysadmin', 'support', 'official', 'department', 'customercare'],
    ...['govt', 'beo', 'dpo', 'scert', 'shikshakosh'],
    ...['एडमिन', 'ऐडमिन', 'एड्मिन', 'सहायता', 'विभाग', 'सत्यापित', 'बीईओ', 'डीपीओ', 'शिक्षाकोष'],
  ].map(skeleton),
);
/** Names that are reserved only as a whole: `Sarkar`, `Adhikari` and `Deo` are names of people. */
const reservedNames = new Set(
  ['hidden', 'deletedaccount', 'biharsarkar', 'छिपायागया', 'छिपाहुआ', 'गुप्त', 'बिहारसरकार', 'डीईओ'].map(
    skeleton,
  ),
);
const product = skeleton('mutualtransfer');

/** Number of letters that a name has at least. */
const FEWEST_LETTERS = 2;

/**
 * Returns the key of the sentence about a text that is no name: too few letters, digits, signs and letters that imitate others, a name of the
 * product or of an office, or an address, a number to call or a sum of money. A zero that abbreviates a word is no digit.
 */
export function nameProblem(name: string): MessageKey | undefined {
  if ((name.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) return 'name.letters';
  if (isReserved(name)) return 'name.reserved';
  if (/\p{Nd}/u.test(withAbbreviationSigns(name))) return 'name.digits';
  return isWrittenAsNames(name) && textRisks(name).length === 0 ? undefined : 'name.misleading';
}

function isWrittenAsNames(name: string): boolean {
  return (
    !otherThanName.test(name) &&
    !deceptiveLetter.test(name.normalize('NFKC')) &&
    name.split(' ').every((word) => scriptsThatLookAlike.filter((script) => script.test(word)).length < 2)
  );
}

function isReserved(name: string): boolean {
  const whole = skeleton(name);
  const words = [whole, ...name.split(/[\s.,_'’()/-]+/).map(skeleton)];
  return (
    words.some((word) => reservedWords.has(word) || reservedBeginnings.some((one) => word.startsWith(one))) ||
    reservedNames.has(whole) ||
    whole.startsWith(product)
  );
}

/** Reduces a name to its visual skeleton: without accents, joiners and punctuation, look-alike letters unified. */
function skeleton(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{sc=Inherited}/gu, '')
    .toLowerCase();
  return Array.from(plain, (letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{M}]/gu, '');
}
