import { blockByCode, districts } from '@mutual-transfer/domain/reference/places';
import { expect, test } from 'vitest';
import { cityPulls, districtWeights } from './place-weights.ts';

test('every district has a population and a headquarters', () => {
  expect(Object.keys(districtWeights).sort()).toEqual(districts.map(({ code }) => code).sort());
  for (const { people, towns } of Object.values(districtWeights)) {
    expect(people).toBeGreaterThan(500);
    expect(towns.length).toBeGreaterThan(0);
  }
});

test('towns are blocks of their district', () => {
  for (const [code, { towns }] of Object.entries(districtWeights)) {
    expect(towns.filter((town) => blockByCode(town).districtCode !== code)).toEqual([]);
  }
});

test('the populations add up to that of the state in 2011', () => {
  const people = Object.values(districtWeights).reduce((sum, district) => sum + district.people, 0);
  expect(people).toBeGreaterThan(103_500);
  expect(people).toBeLessThan(104_700);
});

test('the large cities are districts', () => {
  expect(cityPulls.filter(([code]) => districtWeights[code] === undefined)).toEqual([]);
});
