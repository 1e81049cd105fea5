/**
 * Returns the key under which text is compared and searched: NFKC, lower case, without the joiners that make `राम`
 * and `रा‍म` differ although they look alike.
 */
export function comparisonKey(text: string): string {
  return text
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC');
}

/** Returns a text as `comparisonKey` does, without nukta, and with anusvara for chandrabindu: `ज़िला` and `जिला` are equal. */
export function letterKey(text: string): string {
  return comparisonKey(text)
    .normalize('NFD')
    .replaceAll('\u093C', '')
    .normalize('NFC')
    .replaceAll('\u0901', '\u0902');
}

/**
 * Returns a text with the sign of abbreviation where a zero stands for it: `एस० के० सिंह`, `उ०म०वि०` and, at the end of a Latin word,
 * `Md0 Irfan`.
 */
export function withAbbreviationSigns(text: string): string {
  return text
    .replace(/(?<=\p{Script=Devanagari})(?<!\p{Nd})[0\u0966](?!\p{Nd})/gu, '\u0970')
    .replace(/(?<=\p{L})[0\u0966](?![\p{L}\p{M}\p{Nd}])/gu, '.');
}

/** Returns the words of the name of a place, without signs between them and in the spelling of `letterKey`. */
export function placeKey(text: string): string {
  return withAbbreviationSigns(letterKey(text))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Cache of the values of digits outside ASCII. Unicode has fewer than 1,000 such digits. */
const digitValues = new Map<string, string>();

/** Returns the text with the digits of every script as 0 to 9. */
export function withLatinDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, latinDigit);
}

function latinDigit(digit: string): string {
  const value = digitValues.get(digit) ?? String(digitValue(digit));
  digitValues.set(digit, value);
  return value;
}

/**
 * Returns the value of a digit. The digits of a script are ten consecutive code points, and the code point before the
 * first is no digit.
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

const consonants = pairs(
  'क ख ग घ ङ च छ ज झ ञ ट ठ ड ढ ण त थ द ध न प फ ब भ म य र ल व श ष स ह',
  'k k g g n c c j j n t t d d n t t d d n p p b b m y r l v s s s h',
);
const vowels = pairs('अ आ इ ई उ ऊ ए ऐ ओ औ ऑ ऍ', 'a a i i u u e ai o au o e');
const signs = pairs('ा ि ी ु ू े ै ो ौ ॉ ॅ ं ँ', 'a i i u u e ai o au o e n n');

/** Letter groups that Roman spelling treats specially: `gyan`, `singh`, `gaon`, `champaran`, `krishna`, `garhpura`. */
const ofDevanagari: readonly (readonly [RegExp, string])[] = [
  [/ज्ञ/g, 'ग्य'],
  [/ंह/g, 'ंग्ह'],
  [/ा[ंँ]व/g, 'ाओन'],
  [/[ंँ](?=[पफबभ])/g, 'म्'],
  [/ृ/g, '्रि'],
  [/ऋ/g, 'रि'],
  [/[डढ]\u093C/g, 'र'],
  [/[\u093C\u0903]/g, ''],
];

/** Replacements that unify similar sounds in Roman letters, in the order of application. */
const soundingAlike: readonly (readonly [RegExp, string])[] = [
  [/([bcdgjkpstr])h+/g, '$1'],
  [/c+/g, 'c'],
  [/f/g, 'p'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ee+/g, 'i'],
  [/oo+/g, 'u'],
  [/[ao]u|ov(?![aeiou])/g, 'av'],
  [/ai/g, 'ay'],
  [/(?<=[^aeiou])y$/g, 'i'],
  [/iy(?=[aeiou]|$)/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=.)a/g, ''],
];

/**
 * Returns a key that the spellings of a word share, in Roman letters and in Devanagari: `Chhapra`, `chapra` and
 * `छपरा`; `मुज़फ़्फ़रपुर` and `mujaffarpur`; `संतोष` and `santosh`. It ignores aspiration, nasals, vowel length,
 * doubled letters and an `a` within the word.
 * @returns lower-case Roman letters and digits; an empty string for a word of another script or one that begins with
 * a digit.
 */
export function spellingKey(word: string): string {
  const written = replaced(comparisonKey(word).normalize('NFD'), ofDevanagari).normalize('NFC');
  const key = replaced(inRoman(written), soundingAlike);
  return /^[a-z][a-z0-9]*$/.test(key) ? key : '';
}

/** Transliterates Devanagari letter by letter. A consonant without a vowel sign gets its inherent vowel. */
function inRoman(text: string): string {
  return text.replace(
    /([\u0915-\u0939])([\u093E-\u094D]?)|\p{Script=Devanagari}/gu,
    (letter, consonant?: string, sign?: string) => {
      if (consonant === undefined) return vowels.get(letter) ?? signs.get(letter) ?? letter;
      return (consonants.get(consonant) ?? consonant) + (sign ? (signs.get(sign) ?? '') : 'a');
    },
  );
}

function replaced(text: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((changed, [from, to]) => changed.replace(from, to), text);
}

function pairs(letters: string, spellings: string): ReadonlyMap<string, string> {
  const spelled = spellings.split(' ');
  return new Map(letters.split(' ').map((letter, index) => [letter, spelled[index] ?? '']));
}
