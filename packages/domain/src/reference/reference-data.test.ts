import { expect, test } from 'vitest';
import { allLanguages, DEFAULT_LANGUAGE } from '../language/language.ts';
import { buildReferenceData, referenceDataSchema } from './reference-data.ts';

test('the API’s response is complete and matches its schema', () => {
  const data = buildReferenceData();
  expect(referenceDataSchema.parse(data)).toEqual(data);
  expect(data.districts).toHaveLength(38);
  expect(data.districts.flatMap(({ blocks }) => blocks)).toHaveLength(534);
  expect(data.subjects).toHaveLength(30);
  expect(data.classLevels).toHaveLength(4);
  expect(data.anyBlock).toBe('Any block');
});

test('every entry has a name in every language', () => {
  const data = buildReferenceData();
  const named = [
    ...data.districts,
    ...data.districts.flatMap(({ blocks }) => blocks),
    ...data.subjects,
    ...data.classLevels,
    ...data.categories,
  ];
  const others = allLanguages().filter((language) => language !== DEFAULT_LANGUAGE);
  for (const { names } of named) expect(Object.keys(names)).toEqual(others);
  expect(data.districts.find(({ code }) => code === 'gaya')?.names).toMatchObject({ hi: 'गया' });
});

test('modifying a response leaves the reference data unchanged', () => {
  buildReferenceData().districts[0]?.blocks.splice(0);
  expect(buildReferenceData().districts[0]?.blocks.length).toBeGreaterThan(0);
});
