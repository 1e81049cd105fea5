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
