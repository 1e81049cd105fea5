import { allLanguages } from '@mutual-transfer/domain/language';
import { namesIn } from '@mutual-transfer/domain/languages/language-packs';
import { districts } from '@mutual-transfer/domain/reference/places';
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

  it.each(allLanguages())('tell the districts apart in %s', (language) => {
    const { district } = namesIn(language);
    const short = districts.map(({ name }) => shortName(district(name), language));
    expect(new Set(short).size).toBe(38);
    expect(short.filter((name) => name.endsWith('्'))).toEqual([]);
  });
});
