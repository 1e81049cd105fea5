import { expect, test } from 'vitest';
import { englishPhrases } from './phrases-english.ts';
import { hindiPhrases } from './phrases-hindi.ts';

const known = ['posting', 'spouse', 'subject', 'wish'];

function sentences({ reasons, requests, schools }: typeof englishPhrases): string[] {
  return [...Object.values(reasons).flat(), ...requests, ...schools];
}

test.each([
  ['English', englishPhrases],
  ['Hindi', hindiPhrases],
] as const)('%s sentences use only supported placeholders and are unique', (_language, phrases) => {
  const all = sentences(phrases);
  const names = all.flatMap((text) => [...text.matchAll(/\{(.*?)\}/g)].map(([, name]) => name));
  expect([...new Set(names)].sort()).toEqual(known);
  expect(new Set(all).size).toBe(all.length);
});

test('English sentences are in Latin letters, Hindi ones in Devanagari, and both end with punctuation', () => {
  for (const text of sentences(englishPhrases)) expect(text).toMatch(/^[\x20-\x7E]+\.$/);
  for (const text of sentences(hindiPhrases)) {
    expect(text).toMatch(/।$/);
    expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[A-Za-z]/);
  }
});
