/** Words that only the product itself may be called by, as a teacher would read them. */
const reservedWords = ['administrator', 'admin', 'moderator', 'व्यवस्थापक', 'प्रशासक', 'एडमिन'];
/** Names that mean something as a whole. */
const reservedNames = ['hidden', 'support', 'mutualtransfer', 'deletedaccount', 'छिपायागया', 'छिपाहुआ', 'गुप्त'];

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
 * Whether a name could be taken for the product's own or for another one: it is reserved, looks like a reserved one,
 * mixes Latin letters with those of a script that has letters which look the same, or holds a number.
 */
export function isMisleadingName(name: string): boolean {
  if (
    /\p{sc=Latin}/u.test(name) &&
    /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}]/u.test(name)
  ) {
    return true;
  }
  if (/\p{L}\p{Nd}|\p{Nd}\p{L}/u.test(name)) return true;
  if (name.replace(/\P{Nd}/gu, '').length >= FEWEST_DIGITS_OF_A_NUMBER) return true;
  const words = name.split(/[\s.,_'’()-]+/).map(skeleton);
  const whole = skeleton(name);
  return (
    reservedWords.map(skeleton).some((word) => words.includes(word) || whole === word) ||
    reservedNames.map(skeleton).includes(whole)
  );
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
