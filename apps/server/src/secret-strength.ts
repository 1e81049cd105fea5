import { deflateRawSync } from 'node:zlib';

/** Minimum number of different characters in a secret, and minimum number of bytes after compression. */
const FEWEST_CHARACTERS = 10;
const FEWEST_FOLDED_BYTES = 28;

/** Returns false for repeated characters or words, and for sequences such as `abcdef`. */
export function isHardToGuess(secret: string): boolean {
  const steps = Array.from(secret.slice(1), (_, index) =>
    Math.abs(secret.charCodeAt(index + 1) - secret.charCodeAt(index)),
  );
  const isRun = steps.filter((step) => step <= 1).length > steps.length / 2;
  const folded = deflateRawSync(secret, { level: 9 }).length;
  return new Set(secret).size >= FEWEST_CHARACTERS && folded >= FEWEST_FOLDED_BYTES && !isRun;
}
