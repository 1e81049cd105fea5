import { printedLetters } from '@mutual-transfer/domain/language/typed-values';
import { randomText } from '../platform/random-text.ts';

/** Letters and digits that cannot be mistaken for one another when read out or copied by hand (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
const GROUP = 4;

/** Returns a random code of 60 bits for an order. */
export function newOrderCode(): string {
  return randomText(ALPHABET, LENGTH);
}

/** Returns a code in groups of four, as papers print it. */
export function printedCode(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code;
}

/** Returns the stored form of a typed code, which may have spaces, hyphens, small letters, and O, I or L for digits. */
export function typedCode(text: string): string {
  return printedLetters(text).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
