import { textRisks } from '../language/text-risks.ts';

/** Words that only the product or an office may be called by, as a teacher would read them; what begins with these is meant too. */
const reservedBeginnings = [
  'administrat',
  'moderator',
  'verified',
  'helpdesk',
  'helpline',
  'व्यवस्थापक',
  'प्रशासक',
];
const reservedWords = [
  ...['admin', 'admins', 'superadmin', 'sysadmin', 'support', 'official', 'department', 'customercare'],
  ...['एडमिन', 'ऐडमिन', 'एड्मिन', 'सहायता', 'विभाग', 'सत्यापित'],
];
/** Names that mean something as a whole. */
const reservedNames = ['hidden', 'deletedaccount', 'छिपायागया', 'छिपाहुआ', 'गुप्त'];
const PRODUCT = 'mutualtransfer';

/** What names are written with: letters, signs and digits, and what joins or shortens words. No tick, `@` or `<` is among it. */
const otherThanName = /[^\p{L}\p{M}\p{Nd} .,'’ʼ‘()/_\-–\u0970\u200C\u200D]/u;
/** Letters that show nothing, and Latin ones that only imitate others: phonetic signs, small capitals, clicks. */
const deceptiveLetter =
  /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}|(?![A-Za-zªº\u00C0-\u017F\u1E00-\u1EFF])(?=\p{sc=Latin})[\p{L}]/u;
const scriptsThatLookAlike = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Armenian}/u,
  /\p{sc=Cherokee}/u,
];

/** Letters of other scripts and digits that look like a Latin letter. `l` and `i` are one, for they look alike too. */
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

/** So many digits in a name are a number and no name. */
const FEWEST_DIGITS_OF_A_NUMBER = 4;

/**
 * Whether a name could be taken for the product's own, for that of an office, or for another one: it is reserved, looks like a
 * reserved one, mixes scripts with letters that look the same, or holds a number, an address, a sum of money or signs that
 * stand in no name, such as a tick that looks like the mark of the verified.
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
    words.some((word) => isOneOf(reservedWords, word)) ||
    words.some((word) => reservedBeginnings.some((beginning) => word.startsWith(skeleton(beginning)))) ||
    isOneOf(reservedNames, whole) ||
    whole.startsWith(skeleton(PRODUCT))
  );
}

function isOneOf(reserved: readonly string[], word: string): boolean {
  return reserved.some((one) => skeleton(one) === word);
}

/** What a name looks like: without accents, joiners and signs, look-alikes as one letter. */
function skeleton(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{sc=Inherited}/gu, '')
    .toLowerCase();
  return Array.from(plain, (letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{M}]/gu, '');
}
