import { comparisonKey, withAbbreviationSigns, withLatinDigits } from './comparison.ts';

/*
 * One function for each kind of value that people type or files contain. Forms, sign-in, search and imports compare only what these return.
 * What is no value of its kind is returned cleaned, and refused by the schema of the kind.
 */

/** Returns a text without invisible marks and without spaces around it, in NFC. Other control characters stay, so that they are refused. */
export function visibleText(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .trim();
}

/** What people write before a number: `Mob. 9085552470`, `tel:+91…`, `मो० ९०८५५५२४७०`. */
const label =
  /^(?:mobile|mob|phone|ph|tel|मोबाइल|मो)[\s.:\u0970]*(?:number|no|नं)?[\s.:\u0970\p{Pd}]*(?=[+\d(])/iu;

const countryCode = /^\+?0{0,2}91$/;
const afterCode = /^0?([6-9]\d{9})$/;
const tenDigits = /^(?:\+?0{0,2}91|0)?([6-9]\d{9})$/;

/** Number of digits of a number without a prefix. */
const PHONE_DIGITS = 10;

/**
 * Returns an Indian mobile number as ten digits, however it is grouped and prefixed (`+91`, `91`, `0091`, `0`), in digits of any script, and as
 * spreadsheets write it (`9085552470.0`, `'9085552470`). Another text is returned cleaned.
 */
export function typedPhone(text: string): string {
  const plain = withLatinDigits(withAbbreviationSigns(visibleText(text).normalize('NFKC')))
    .replace(/^['’‘]+/, '')
    .replace(label, '')
    .replace(/^(\+?\d{9,})\.0{1,2}$/, '$1');
  const groups = plain.split(/[\s\p{Pd}\u2212.,()[\]{}]+/u).filter((group) => group !== '');
  // `9185552470-71` is two numbers, and not 91 and a number.
  if (groups.slice(0, -1).some((group) => group.length >= PHONE_DIGITS)) return plain;
  const whole = groups.join('');
  // After a country code of its own the number may have its zero: `+91 (0)98765 43210`.
  const [first = '', ...rest] = groups;
  const [, number] =
    (countryCode.test(first) && afterCode.exec(rest.join(''))) || tenDigits.exec(whole) || [];
  return number ?? whole;
}

/** Returns the digits of a code that was sent to a phone, also in groups and in digits of any script. */
export function typedDigits(text: string): string {
  return withLatinDigits(visibleText(text).normalize('NFKC')).replace(/[\s\p{Pd}.]/gu, '');
}

/** Returns the number that answers a security question, with a hyphen for every sign of subtraction. */
export function typedNumber(text: string): string {
  return withLatinDigits(visibleText(text).normalize('NFKC'))
    .replace(/^[\p{Pd}\u2212]\s*/u, '-')
    .replace(/^\+\s*/, '');
}

/** Returns an email address in lower case, with its domain as mail servers write it (`xn--…`). */
export function typedEmail(text: string): string {
  const plain = visibleText(text).toLowerCase();
  const at = plain.lastIndexOf('@');
  return at === -1 ? plain : `${plain.slice(0, at + 1)}${asciiDomain(plain.slice(at + 1))}`;
}

function asciiDomain(domain: string): string {
  // URLs would also take ports, paths and other writings of numbers.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[\x20-\x7E]*$/.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Returns the email address or phone number that names an account. */
export function typedContact(text: string): string {
  return text.includes('@') ? typedEmail(text) : typedPhone(text);
}

/** Returns the department's number of a teacher with Latin digits and plain hyphens, and with one space for each run of spaces. */
export function typedEmployeeId(text: string): string {
  return withLatinDigits(visibleText(text).normalize('NFKC'))
    .replace(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/g, ' ');
}

/** Returns the form in which such numbers are compared, as the index of the accounts has it. */
export function employeeKey(id: string): string {
  return typedEmployeeId(id).replaceAll(' ', '').toUpperCase();
}

/** Signs of abbreviations, also `०` written for it. Before a digit a sign may separate numbers. */
const abbreviationSigns =
  /(?<=\p{Script=Devanagari})(?<!\p{Nd})[0\u0966](?!\p{Nd})|(?<=[\p{L}\p{M}])[.\u0970](?!\p{Nd})/gu;

/** Returns the form in which numbers of orders are compared: that of `D.E.O./12` is that of `deo / १२`. */
export function orderNumberKey(number: string): string {
  return withLatinDigits(comparisonKey(visibleText(number)).replace(abbreviationSigns, ''))
    .replace(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/g, '');
}

/** Returns the letters and digits of a printed code or number, in capitals. */
export function printedLetters(text: string): string {
  return withLatinDigits(visibleText(text).normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}
