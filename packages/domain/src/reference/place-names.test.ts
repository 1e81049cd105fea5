import { describe, expect, it } from 'vitest';
import { districtNamed, placesNamed } from './place-names.ts';
import { districtByCode, districts } from './places.ts';

describe('a district', () => {
  it.each([
    [
      'kaimur',
      ['Kaimur (Bhabua)', 'KAIMUR(BHABUA)', 'Bhabua', 'Bhabua (Kaimur)', 'कैमूर', 'कैमूर (भभुआ)', 'Bhabua Road'],
    ],
    [
      'west-champaran',
      ['Pashchim Champaran', 'Pashchimi Champaran', 'W. Champaran', 'प० चम्पारण', 'पश्चिम चंपारण', 'Bettiah'],
    ],
    [
      'east-champaran',
      [
        'Purbi Champaran',
        'Purba Champaran',
        'Purvi Champaran',
        'E. Champaran',
        'पू० चम्पारण',
        'Bapudham Motihari',
      ],
    ],
    ['purnia', ['Purnea', 'PURNIA', 'पूर्णियाँ', 'Purniya']],
    ['munger', ['Monghyr', 'मुंगेर']],
    ['jehanabad', ['Jahanabad', 'जहानाबाद']],
    ['aurangabad', ['Aurangabad (BH)', 'Aurangabad(bh)', 'Aurangabad, Bihar', 'औरंगाबाद']],
    ['saran', ['Saran (Chapra)', 'Chhapra', 'सारण', 'छपरा']],
    ['bhojpur', ['Bhojpur', 'Arrah', 'Ara', 'भोजपुर (आरा)']],
    ['sheikhpura', ['Sheikhpura', 'Sheikpura', 'Shaikhpura']],
    ['samastipur', ['Samstipur']],
    ['nalanda', ['Nalanda (Bihar Sharif)', 'Bihar Sharif', 'बिहार शरीफ']],
    ['patna', ['Patna', 'PATNA DISTRICT', 'Dist. Patna', 'ज़िला पटना', 'पटना']],
    ['gaya', ['Gaya Ji', 'GAYAJI', 'गया जी']],
    ['lakhisarai', ['Luckeesarai', 'लखीसराय']],
    ['muzaffarpur', ['Mujaffarpur', 'मुज़फ़्फ़रपुर', 'Muzaffarpur ']],
  ])('%s has these names', (code, names) => {
    for (const name of names) expect([name, districtNamed(name)]).toEqual([name, code]);
  });

  it.each(['Champaran', 'चंपारण', 'Ranchi', 'Bihar', '', '—', 'District', 'Sitamar'])('%j is none', (name) => {
    expect(districtNamed(name)).toBeUndefined();
  });

  it('has its own name in any case, with signs around it', () => {
    for (const { code, name } of districts)
      for (const written of [name.toUpperCase(), ` ${name}. `, name.replaceAll(' ', '-'), `${name} (Bihar)`])
        expect([written, districtNamed(written)]).toEqual([written, code]);
  });
});

it('a search finds districts and blocks by any of their names', () => {
  expect(placesNamed('Arrah')).toEqual({ districts: ['bhojpur'], blocks: ['arrah'] });
  expect(placesNamed('बोधगया')).toEqual({ districts: [], blocks: ['bodh-gaya'] });
  expect(placesNamed('danapur')).toEqual({ districts: [], blocks: ['danapur'] });
  expect(placesNamed('')).toEqual({ districts: [], blocks: [] });
  expect(districtByCode('bhojpur').name).toBe('Bhojpur');
});
