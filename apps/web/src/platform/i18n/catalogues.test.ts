import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { historyKinds } from '@mutual-transfer/domain/administration/office-agreement';
import { agreementStates } from '@mutual-transfer/domain/agreements/agreement-steps';
import {
  allLanguages,
  DEFAULT_LANGUAGE,
  type Language,
  languageEntry,
} from '@mutual-transfer/domain/language/language';
import { flattenTexts, type TextTree } from '@mutual-transfer/domain/language/messages';
import { noticeKindNames } from '@mutual-transfer/domain/notices/notice-kinds';
import { refundOrigins, refundStates } from '@mutual-transfer/domain/payments/payment';
import { describe, expect, it } from 'vitest';
import type { LaterCatalogue, VisitorCatalogue } from './texts/texts.ts';
import { textParts } from './texts/texts.ts';

const parts = import.meta.glob<VisitorCatalogue | LaterCatalogue>('./texts/*-*.ts', { eager: true });
const others = allLanguages().filter((language) => language !== DEFAULT_LANGUAGE);

/** Key → text of every text in a language's catalogues. */
function textsOf(language: Language): Map<string, string> {
  const files = ['visitor', ...textParts].map((part) => parts[`./texts/${language}-${part}.ts`]);
  return new Map(files.flatMap((file) => [...flattenTexts((file?.texts ?? {}) as TextTree)]));
}

const pluralForms = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(pluralForms, '');
const placeholders = (text: string | undefined) => [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).sort();

it('the data export has a label for every kind of notice, step and refund', () => {
  const texts = textsOf(DEFAULT_LANGUAGE);
  const stored = [...noticeKindNames, ...historyKinds, ...agreementStates, ...refundStates, ...refundOrigins];
  expect(stored.filter((value) => !texts.has(`record.value.${value}`))).toEqual([]);
});

describe.each(others)('the texts of %s', (language) => {
  const inEnglish = textsOf(DEFAULT_LANGUAGE);
  const here = textsOf(language);

  it('have the same keys as the English texts', () => {
    expect(here.size).toBeGreaterThan(0);
    expect(new Set([...here.keys()].map(stem))).toEqual(new Set([...inEnglish.keys()].map(stem)));
  });

  it('have the plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const counted = [...inEnglish.keys()].filter((key) => key.endsWith('_other')).map(stem);
    expect(counted.length).toBeGreaterThan(0);
    for (const key of counted)
      for (const form of pluralCategories) expect(here.has(`${key}_${form}`)).toBe(true);
  });

  it('have the same placeholders as the English texts', () => {
    const differing = [...here].filter(
      ([key, text]) =>
        String(placeholders(text)) !==
        String(placeholders(inEnglish.get(key) ?? inEnglish.get(`${stem(key)}_other`))),
    );
    expect(differing).toEqual([]);
  });

  it('are written in the language’s script', () => {
    const { script } = new Intl.Locale(languageEntry(language).locale).maximize();
    const letter = new RegExp(`\\p{Script=${script}}`, 'u');
    const untranslated = [...here].filter(
      ([, text]) => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')) && !letter.test(text),
    );
    expect(untranslated).toEqual([]);
  });
});

it('the messages that screens build from a code are in a catalogue of the browser', () => {
  const sources = resolve(import.meta.dirname, '../..');
  const screens = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
  );
  const prefixes = screens.flatMap((path) =>
    [...readFileSync(join(sources, path), 'utf8').matchAll(/\bsay\(\s*`(\w+\.)/g)].map(
      ([, prefix = '']) => prefix,
    ),
  );
  expect(prefixes).toContain('objection.');
  const loaded = Object.values(parts).flatMap(({ messages = {} }) => Object.keys(messages));
  expect(prefixes.filter((prefix) => !loaded.some((key) => key.startsWith(prefix)))).toEqual([]);
});

describe('the components', () => {
  it('have no text outside the catalogues', () => {
    const sources = resolve(import.meta.dirname, '../..');
    const screens = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      // The kit is in no build.
      (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !path.startsWith('kit/'),
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
