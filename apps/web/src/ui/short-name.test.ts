import { allLanguages } from '@mutual-transfer/domain/language/language';
import { namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { districts } from '@mutual-transfer/domain/reference/places';
import { describe, expect, it } from 'vitest';
import { tileLabel } from './tile-map.tsx';

describe('short names', () => {
  it.each([
    ['Patna', 'Patna'],
    ['Araria', 'Araria'],
    ['Muzaffarpur', 'Muzaf'],
    ['West Champaran', 'W Cha'],
  ])('%s is %s on a tile', (district, short) => {
    expect(tileLabel(district, namesIn('en'), 'en')).toBe(short);
  });

  it.each([
    ['Patna', 'पटना'],
    ['Gopalganj', 'गोपाल\u200Bगंज'],
    ['East Champaran', 'पू. चंपारण'],
  ])('%s consists of whole words in Hindi: %s', (district, short) => {
    expect(tileLabel(district, namesIn('hi'), 'hi')).toBe(short);
  });

  it.each(allLanguages())('differ for all districts in %s', (language) => {
    const short = districts.map(({ name }) => tileLabel(name, namesIn(language), language));
    expect(new Set(short).size).toBe(38);
    expect(short.filter((name) => name.endsWith('्'))).toEqual([]);
  });
});
