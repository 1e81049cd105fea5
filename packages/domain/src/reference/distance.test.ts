import { expect, test } from 'vitest';
import { aboutKilometres, districtByCode, kilometresBetween } from './places.ts';

test('the distance between two headquarters matches the map', () => {
  const [patna, gaya, kishanganj] = ['patna', 'gaya', 'kishanganj'].map(districtByCode);
  if (!patna || !gaya || !kishanganj) throw new Error('A district is missing');
  expect(kilometresBetween(patna, patna)).toBe(0);
  expect(kilometresBetween(patna, gaya)).toBeCloseTo(kilometresBetween(gaya, patna), 9);
  expect(aboutKilometres(kilometresBetween(patna, gaya))).toBe(90);
  expect(aboutKilometres(kilometresBetween(patna, kishanganj))).toBe(290);
});

test('a degree of longitude is 111 km at the equator', () => {
  const at = (longitude: number) => ({ latitude: 0, longitude });
  expect(kilometresBetween(at(0), at(1))).toBeCloseTo(111.19, 1);
});

test.each([
  [0.2, 1],
  [3.4, 3],
  [9.6, 10],
  [12.4, 10],
  [47.6, 50],
  [54, 50],
  [116, 120],
])('%d km are rounded to %d', (exact, about) => {
  expect(aboutKilometres(exact)).toBe(about);
});
