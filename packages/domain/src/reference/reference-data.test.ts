import { expect, test } from 'vitest';
import { buildReferenceData, referenceData } from './reference-data.ts';

test('what the API answers is whole and of the shape it promises', () => {
  const data = buildReferenceData();
  expect(referenceData.parse(data)).toEqual(data);
  expect(data.districts).toHaveLength(38);
  expect(data.districts.flatMap(({ blocks }) => blocks)).toHaveLength(534);
  expect(data.subjects).toHaveLength(30);
  expect(data.classLevels).toHaveLength(4);
  expect(data.anyBlock).toBe('Any block');
});

test('every name is there in Hindi', () => {
  const data = buildReferenceData();
  const named = [
    ...data.districts,
    ...data.districts.flatMap(({ blocks }) => blocks),
    ...data.subjects,
    ...data.classLevels,
    ...data.categories,
  ];
  expect(named.filter(({ nameHindi }) => !/\p{Script=Devanagari}/u.test(nameHindi))).toEqual([]);
});

test('nobody can change the reference data through an answer', () => {
  buildReferenceData().districts[0]?.blocks.splice(0);
  expect(buildReferenceData().districts[0]?.blocks.length).toBeGreaterThan(0);
});
