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
  'व्यवस्थापक',
  'प्रशासक',
].map(skeleton);
const reservedWords = new Set(
  [
    ...['admin', 'admins', 'superadmin', 'sysadmin', 'support', 'official', 'department', 'customercare'],
    ...['एडमिन', 'ऐडमिन', 'एड्मिन', 'सहायता', 'विभाग', 'सत्यापित'],
  ].map(skeleton),
);
/** Names that are reserved only as a whole. */
const reservedNames = new Set(['hidden', 'deletedaccount', 'छिपायागया', 'छिपाहुआ', 'गुप्त'].map(skeleton));
const product = skeleton('mutualtransfer');

/** Number of digits from which a name counts as a number. */
const FEWEST_DIGITS_OF_A_NUMBER = 4;

/**
 * Returns true if a name could be mistaken for the product's, an office's or another teacher's name: it is reserved,
 * looks like a reserved name, mixes scripts with look-alike letters, or contains a number, an address, a sum of
 * money, or characters that no name has, such as a tick that imitates the verified mark.
 */
export function isMisleadingName(name: string): boolean {
  return !isWrittenAsNames(name) || holdsNumber(name) || isReserved(name) || textRisks(name).length > 0;
}

function isWrittenAsNames(name: string): boolean {
  const scripts = scriptsThatLookAlike.filter((script) => script.test(name));
  return scripts.length < 2 && !otherThanName.test(name) && !deceptiveLetter.test(name.normalize('NFKC'));
}

function holdsNumber(name: string): boolean {
  const digits = name.replace(/\P{Nd}/gu, '');
  return /\p{L}\p{Nd}|\p{Nd}\p{L}/u.test(name) || digits.length >= FEWEST_DIGITS_OF_A_NUMBER;
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
