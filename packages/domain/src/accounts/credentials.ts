import { z } from 'zod';
import {
  ADMINISTRATOR_PASSWORD_MINIMUM_LENGTH,
  EMAIL_MAXIMUM_LENGTH,
  PASSWORD_MAXIMUM_LENGTH,
  PASSWORD_MINIMUM_LENGTH,
} from '../constants.ts';
import type { MessageKey } from '../language/messages.ts';
import { comparisonKey, countCharacters, isStorable, withLatinDigits } from '../language/text.ts';
import { typedEmail, typedPhone } from '../language/typed-values.ts';

/** Maximum length of a typed number or code that is read at all. */
export const LONGEST_TYPED = 100;

/** Maximum length of a typed address that is read at all: spaces around it and a long domain in another script are allowed. */
const LONGEST_TYPED_EMAIL = 2 * EMAIL_MAXIMUM_LENGTH;

/** Pattern of `z.email`, and domains of other scripts, which end as `.xn--h2brj9c` for `.भारत`. */
const emailPattern =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]+)$/;

/** Email address in lower case; comparison ignores case. International domains are stored as `xn--…`. */
export const emailSchema = z
  .string({ error: 'field.required' })
  // Normalising is slow for hostile texts, so a text that is too long for an address is not normalised.
  .overwrite((text) => (text.length > LONGEST_TYPED_EMAIL ? text : typedEmail(text)))
  .min(1, { error: 'field.required' })
  .max(EMAIL_MAXIMUM_LENGTH, { error: 'email.invalid' })
  .check(z.email({ error: 'email.invalid', pattern: emailPattern }));

/** Indian mobile number as ten digits, typed in any of the ways of `typedPhone`. */
export const phoneSchema = z
  .string({ error: 'field.required' })
  .overwrite((text) => typedPhone(text.slice(0, LONGEST_TYPED)))
  .min(1, { error: 'field.required' })
  .regex(/^[6-9]\d{9}$/, { error: 'phone.invalid' });

/** Password to verify. */
export const givenPasswordSchema = z
  .string({ error: 'field.required' })
  .min(1, { error: 'field.required' })
  .refine((text) => countCharacters(text) <= PASSWORD_MAXIMUM_LENGTH, {
    error: 'text.tooLong',
    params: { maximum: PASSWORD_MAXIMUM_LENGTH },
  })
  .refine(isStorable, { error: 'text.characters' })
  .meta({ maxLength: PASSWORD_MAXIMUM_LENGTH });

/** New password of a teacher: any characters, 6 to 1,000 of them. */
export const newPasswordSchema = givenPasswordSchema
  .refine((text) => text === '' || countCharacters(text) >= PASSWORD_MINIMUM_LENGTH, {
    error: 'password.tooShort',
  })
  .meta({ minLength: PASSWORD_MINIMUM_LENGTH, maxLength: PASSWORD_MAXIMUM_LENGTH });

/** New password of an administrator: at least twelve characters. */
export const newAdministratorPasswordSchema = givenPasswordSchema
  .superRefine((text, context) => {
    const message = text === '' ? undefined : tooShortForAdministrator(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ minLength: ADMINISTRATOR_PASSWORD_MINIMUM_LENGTH, maxLength: PASSWORD_MAXIMUM_LENGTH });

/** Returns the key of the sentence about an administrator's password that is too short. Under six characters it is that of everybody. */
export function tooShortForAdministrator(password: string): MessageKey | undefined {
  const length = countCharacters(password);
  if (length < PASSWORD_MINIMUM_LENGTH) return 'password.tooShort';
  return length < ADMINISTRATOR_PASSWORD_MINIMUM_LENGTH ? 'password.tooShortAdministrator' : undefined;
}

/** Returns true if the password is the teacher's own email, its local part, phone or name. */
export function isPersonalPassword(
  password: string,
  person: { email: string; phone: string | null; name: string },
): boolean {
  const key = personalKey(password);
  const own = [person.email, person.email.split('@')[0] ?? '', person.phone ?? '', person.name];
  return own.some((value) => value !== '' && personalKey(value) === key);
}

const ascending = ['0123456789'.repeat(2), 'abcdefghijklmnopqrstuvwxyz'];
const sequences = ascending.flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);
const repeatedUnit = /^(.{1,4})\1+$/su;

/** Returns true for a repetition of up to four characters (`121212`), and for digits or letters in sequence (`654321`). */
export function isPatternPassword(password: string): boolean {
  const text = withLatinDigits(password).toLowerCase();
  return repeatedUnit.test(text) || sequences.some((sequence) => sequence.includes(text));
}

/** Words that an attacker guesses first for an account of this product. */
const contextWords = new Set([
  'bihar',
  'patna',
  'teacher',
  'teachers',
  'school',
  'shikshak',
  'shiksha',
  'vidyalaya',
  'transfer',
  'mutual',
  'mutualtransfer',
  'india',
  'bharat',
  'password',
  'principal',
  'headmaster',
  'sir',
  'madam',
  'admin',
  ...['बिहार', 'पटना', 'शिक्षक', 'शिक्षिका', 'शिक्षा', 'विद्यालय', 'स्कूल', 'भारत', 'तबादला', 'स्थानांतरण'],
]);

/** Letters that digits and signs stand for. */
const lettersMeant: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};

/**
 * Returns true if the password consists only of common guesses (words of this product or of the person) with digits
 * and signs between and after them, or contains the phone number in any form.
 */
export function isGuessablePassword(
  password: string,
  person: { email: string; phone: string | null; name: string },
): boolean {
  const text = withLatinDigits(password);
  const digits = text.replace(/\D/g, '');
  const letters = comparisonKey(text).replace(/[\d\s\p{P}\p{S}]/gu, '');
  if (letters === '') return person.phone !== null && isPartOfPhone(digits, person.phone);
  const own = [person.name, person.email.split('@')[0] ?? ''].flatMap((text) => [
    personalKey(text).replace(/[\d\p{P}\p{S}]/gu, ''),
    ...comparisonKey(text).split(/[\d\s\p{P}\p{S}]+/u),
  ]);
  const words = [...contextWords, ...own].filter((word) => word.length >= 3);
  return [letters, ...lettersMeantIn(text)].some((one) => one !== '' && isMadeOf(one, words));
}

/**
 * Returns variants of a password in which digits and signs are replaced by the letters they stand for, except at its
 * ends: `b1h4r2026`, `p@tn@1`.
 */
function lettersMeantIn(text: string): string[] {
  const key = comparisonKey(text);
  // The lookbehind makes the regex scan a run at the end once instead of from each of its characters.
  const cores = [
    key.replace(/^\d+|(?<!\d)\d+$/g, ''),
    key.replace(/^[^\p{L}]+|(?<=[\p{L}\p{M}])[^\p{L}\p{M}]+$/gu, ''),
  ];
  return cores.map((core) => Array.from(core, (sign) => lettersMeant[sign] ?? sign).join(''));
}

/** Returns true if the digits are at least half of the phone number or contain all of it, forwards or backwards. */
function isPartOfPhone(digits: string, phone: string): boolean {
  const forms = [digits, [...digits].reverse().join('')];
  return forms.some((form) => (form.length >= 5 && phone.includes(form)) || form.includes(phone));
}

/** Returns true if a text is a concatenation of the words. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!reached.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) reached.add(at + word.length);
  }
  return reached.has(text.length);
}

function personalKey(text: string): string {
  return comparisonKey(text).replace(/\s/g, '');
}
