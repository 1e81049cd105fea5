import { districts } from '@mutual-transfer/domain/reference/places';
import { districtNamesInHindi } from '@mutual-transfer/domain/reference/places-hindi';
import { describe, expect, it } from 'vitest';
import { shortName } from './short-name.ts';

describe('short names', () => {
  it.each([
    ['Patna', 'Patna'],
    ['Araria', 'Araria'],
    ['Muzaffarpur', 'Muzaf'],
    ['West Champaran', 'W Cha'],
  ])('%s is %s on a tile', (name, short) => {
    expect(shortName(name, 'en')).toBe(short);
  });

  it.each([
    ['पटना', 'पटना'],
    ['मधुबनी', 'मधुबनी'],
    ['गोपालगंज', 'गोपाल'],
    ['पूर्वी चंपारण', 'पू चंपा'],
  ])('%s is %s on a tile', (name, short) => {
    expect(shortName(name, 'hi')).toBe(short);
  });

  it('tell the districts apart in both languages', () => {
    const english = districts.map(({ name }) => shortName(name, 'en'));
    const hindi = districts.map(({ code }) => shortName(districtNamesInHindi[code] ?? '', 'hi'));
    expect([new Set(english).size, new Set(hindi).size]).toEqual([38, 38]);
    expect(hindi.filter((name) => name.endsWith('्'))).toEqual([]);
  });
});
