import { randomInt } from 'node:crypto';

/** Returns a random text of so many signs of an alphabet, such as a code that is printed. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
