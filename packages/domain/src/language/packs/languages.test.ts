import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../error-codes.ts';
import type { NameTables } from '../../reference/names.ts';
import { blocks, blocksOfDistrict, districtByCode, districts } from '../../reference/places.ts';
import { subjects } from '../../reference/subjects.ts';
import { categories, classLevels } from '../../reference/teaching.ts';
import { allLanguages, DEFAULT_LANGUAGE, languageEntry } from '../language.ts';
import { flattenTexts } from '../messages.ts';
import { messages as english } from './en/messages.ts';
import { allNameTables, messagesIn, namesIn } from './language-packs.ts';

const keys = Object.keys(english) as (keyof typeof english)[];
const others = allLanguages().filter((language) => language !== DEFAULT_LANGUAGE);

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name).sort();
}

/** Returns a regular expression for a letter of the language's script. */
function letterOf(language: (typeof others)[number]): RegExp {
  return new RegExp(`\\p{Script=${new Intl.Locale(languageEntry(language).locale).maximize().script}}`, 'u');
}

function codesOf(list: readonly { code: string }[]): string[] {
  return list.map(({ code }) => code).sort();
}

function unique(values: readonly (string | undefined)[]): boolean {
  return new Set(values).size === values.length;
}

describe('the sentences', () => {
  test('include the default words of every error code', () => {
    const codes = Object.keys(errorCodes).map((code) => `error.${code}`);
    expect(
      keys
        .filter((key) => key.startsWith('error.') && !key.endsWith('_one'))
        .map((key) => key.replace(/_other$/, ''))
        .sort(),
    ).toEqual(codes.sort());
  });

  test('fixed by the specification are in the texts word for word', () => {
    expect(english['password.mismatch']).toBe('Passwords do not match');
    expect(english['password.tooShort']).toBe('Password must be at least 6 characters long');
    expect(english['email.invalid']).toBe('Please enter a valid email address');
    expect(english['error.account_inactive']).toBe(
      'Your account is inactive. Please contact the administrator.',
    );
  });

  test.each(allLanguages())('of %s are complete and have the same placeholders', async (language) => {
    const { messages } = (await import(`./${language}/messages.ts`)) as { messages: typeof english };
    const letter = letterOf(language);
    expect([...flattenTexts(messages).keys()].sort()).toEqual([...keys].sort());
    for (const key of keys) {
      const text = messages[key];
      expect(placeholders(text)).toEqual(placeholders(english[key]));
      expect(text).toBe(text.trim().normalize('NFC'));
      expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
      if (!['captcha.sum', 'captcha.difference'].includes(key)) expect(text).toMatch(letter);
    }
    expect(messagesIn(language)('field.required')).toBe(messages['field.required']);
  });
});

describe.each(others)('the names of %s', (language) => {
  const tables = allNameTables().get(language) as NameTables;
  const names = namesIn(language);

  test('cover exactly the places, subjects, class levels and categories', () => {
    expect(Object.keys(tables.districts).sort()).toEqual(codesOf(districts));
    expect(Object.keys(tables.blocks).sort()).toEqual(codesOf(blocks));
    expect(Object.keys(tables.subjects).sort()).toEqual(codesOf(subjects));
    expect(Object.keys(tables.classLevels).sort()).toEqual(codesOf(classLevels));
    expect(Object.keys(tables.categories).sort()).toEqual(codesOf(categories));
  });

  test('are written in its own script, in NFC', () => {
    const letter = letterOf(language);
    for (const name of Object.values(tables).flatMap((table: Record<string, string>) =>
      Object.values(table),
    )) {
      expect(name).toMatch(letter);
      expect(name).toBe(name.normalize('NFC'));
    }
  });

  test('are unique among districts, among the blocks of a district, and among subjects', () => {
    expect(unique(Object.values(tables.districts))).toBe(true);
    expect(unique(Object.values(tables.subjects))).toBe(true);
    for (const { code } of districts) {
      expect(unique(blocksOfDistrict(code).map((block) => tables.blocks[block.code]))).toBe(true);
    }
  });

  test('are found by the English names of places and subjects, each block in its district', () => {
    for (const { code, name } of districts) expect(names.district(name)).toBe(tables.districts[code]);
    for (const { code, name } of subjects) expect(names.subject(name)).toBe(tables.subjects[code]);
    for (const { code, name, districtCode } of blocks) {
      expect(names.block(districtByCode(districtCode).name, name)).toBe(tables.blocks[code]);
    }
  });
});

test.each(allLanguages())('an unknown name is returned unchanged in %s', (language) => {
  const names = namesIn(language);
  for (const none of ['Hidden', '__proto__', 'constructor', '']) {
    expect(names.district(none)).toBe(none);
    expect(names.block('Patna', none)).toBe(none);
    expect(names.subject(none)).toBe(none);
    expect(names.classLevel(none)).toBe(none);
    expect(names.category(none)).toBe(none);
  }
});

test('English look-ups return the English names of the reference data', () => {
  const { district, block, subject, classLevel, category } = namesIn(DEFAULT_LANGUAGE);
  expect([district('Gaya'), block('Gaya', 'Amas'), subject('Hindi')]).toEqual(['Gaya', 'Amas', 'Hindi']);
  expect([classLevel('1-5'), category('regular')]).toEqual(['1-5 Primary', 'Regular (Niyamit)']);
});
