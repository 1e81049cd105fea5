import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishInside } from './texts/english-inside.ts';
import { englishOpen } from './texts/english-open.ts';
import { hindiInside } from './texts/hindi-inside.ts';
import { hindiOpen } from './texts/hindi-open.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Path → text of every text in a catalogue. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

const inEnglish = flatten({ ...englishOpen, ...englishInside });
const inHindi = flatten({ ...hindiOpen, ...hindiInside });
const placeholders = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\{\{\w+\}\}/g)].map(String).sort();

/** Texts that are the same, or in Latin letters, in Hindi too: the switch names the other language. */
const latin = new Set(['frame.language', 'frame.languageShort']);

describe('the texts of the screens', () => {
  it('exist in both languages', () => {
    expect([...inHindi.keys()]).toEqual([...inEnglish.keys()]);
  });

  it('have the same placeholders in both', () => {
    const differing = [...inEnglish].filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders(inHindi.get(key))),
    );
    expect(differing).toEqual([]);
  });

  it('are written in Devanagari for readers of Hindi', () => {
    const untranslated = [...inHindi].filter(
      ([key, text]) =>
        !latin.has(key) &&
        /\p{L}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')) &&
        !/\p{sc=Devanagari}/u.test(text),
    );
    expect(untranslated).toEqual([]);
  });
});

describe('the screens', () => {
  it('hold no text outside the catalogues', () => {
    const sources = resolve(import.meta.dirname, '..');
    const screens = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.tsx'),
    );
    const texts = screens.flatMap((path) => {
      const source = readFileSync(join(sources, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      const between = [...source.matchAll(/>\s*([^<>{}()=;]*\p{L}{2,}[^<>{}()=;]*?)\s*<\//gu)].map(
        ([, text]) => text,
      );
      const attributes = [
        ...source.matchAll(/(?:aria-label|title|placeholder|label|alt|description)="([^"]*\p{L}[^"]*)"/gu),
      ];
      return [...between, ...attributes.map(([, text]) => text)].map((text) => `${path}: ${text}`);
    });
    expect(texts).toEqual([]);
  });
});
