import { describe, expect, test } from 'vitest';
import {
  ANY_BLOCK,
  blockByCode,
  blockByName,
  blocks,
  blocksNamed,
  blocksOfDistrict,
  districtByCode,
  districtByName,
  districts,
  otherBlockNames,
  otherDistrictNames,
} from './places.ts';

function unique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

describe('the places of Bihar', () => {
  test('are 38 districts and 534 blocks', () => {
    expect(districts).toHaveLength(38);
    expect(blocks).toHaveLength(534);
  });

  test('have unique codes that are valid in a URL', () => {
    const codes = [...districts.map(({ code }) => code)];
    const blockCodes = blocks.map(({ code }) => code);
    expect(unique(codes)).toBe(true);
    expect(unique(blockCodes)).toBe(true);
    expect([...codes, ...blockCodes].filter((code) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code))).toEqual([]);
  });

  test('have every block in its district, and every district has blocks', () => {
    for (const block of blocks) expect(districtByCode(block.districtCode).code).toBe(block.districtCode);
    const counted = districts.flatMap(({ code }) => blocksOfDistrict(code));
    expect(counted).toEqual(blocks);
    expect(districts.filter(({ code }) => blocksOfDistrict(code).length < 3)).toEqual([]);
  });

  test('have names that are unique among districts, and among the blocks of one', () => {
    expect(unique(districts.map(({ name }) => name))).toBe(true);
    for (const { code } of districts) {
      const own = blocksOfDistrict(code);
      expect(unique(own.map(({ name }) => name))).toBe(true);
    }
  });

  test('are written in Latin letters', () => {
    const names = [...districts, ...blocks].map(({ name }) => name);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9 .()-]+$/.test(name))).toEqual([]);
  });

  test('are ordered by district, then by name', () => {
    const order = (names: string[]) => names.toSorted((first, second) => first.localeCompare(second, 'en'));
    const names = districts.map(({ name }) => name);
    expect(names).toEqual(order(names));
    for (const { code } of districts) {
      const own = blocksOfDistrict(code).map(({ name }) => name);
      expect(own).toEqual(order(own));
    }
  });

  test('do not use the name of the choice “any block”', () => {
    expect(blocksNamed(ANY_BLOCK)).toEqual([]);
  });
});

describe('districts on the map', () => {
  test('lie in Bihar', () => {
    for (const { latitude, longitude } of districts) {
      expect(latitude).toBeGreaterThan(24.2);
      expect(latitude).toBeLessThan(27.6);
      expect(longitude).toBeGreaterThan(83.3);
      expect(longitude).toBeLessThan(88.4);
    }
  });

  test('have symmetric borders, and none with themselves', () => {
    for (const { code, neighbours } of districts) {
      expect(neighbours.length).toBeGreaterThan(0);
      expect(neighbours).not.toContain(code);
      expect(unique(neighbours)).toBe(true);
      for (const neighbour of neighbours) expect(districtByCode(neighbour).neighbours).toContain(code);
    }
  });

  test('form one connected graph', () => {
    const reached = new Set(['patna']);
    for (const code of reached) for (const next of districtByCode(code).neighbours) reached.add(next);
    expect(reached.size).toBe(38);
  });

  test('have one tile each', () => {
    expect(unique(districts.map(({ column, row }) => `${column} ${row}`))).toBe(true);
    for (const { column, row } of districts) {
      expect(Number.isInteger(column) && Number.isInteger(row) && column >= 0 && row >= 0).toBe(true);
    }
  });

  test('belong to the nine divisions', () => {
    expect([...new Set(districts.map(({ division }) => division))].sort()).toEqual([
      'Bhagalpur',
      'Darbhanga',
      'Kosi',
      'Magadh',
      'Munger',
      'Patna',
      'Purnia',
      'Saran',
      'Tirhut',
    ]);
  });
});

describe('other names', () => {
  test('belong to places that exist', () => {
    for (const code of Object.keys(otherBlockNames)) expect(blockByCode(code).code).toBe(code);
    for (const code of Object.keys(otherDistrictNames)) expect(districtByCode(code).code).toBe(code);
  });

  test('differ from the own names of other places in the same district', () => {
    for (const [code, names] of Object.entries(otherBlockNames)) {
      const { districtCode } = blockByCode(code);
      const own = blocksOfDistrict(districtCode).map(({ name }) => name);
      expect(own.filter((name) => names.includes(name))).toEqual([]);
    }
  });

  test.each([
    ['Sidhaw', 'bagaha-2'],
    ['Jogapatti', 'yogapatti'],
    ['Narkatia', 'chhauradano'],
    ['Laukaha', 'khutauna'],
    ['Gaya Sadar', 'gaya-town'],
    ['Gaya Nagar', 'gaya-town'],
    ['Darbhanga Sadar', 'darbhanga'],
    ['Siwan Sadar', 'siwan'],
    ['Patna Urban', 'patna-sadar'],
    ['Darbhanga Urban', 'darbhanga'],
    ['Bhagalpur Urban', 'bhagalpur-jagdishpur'],
  ])('%s means %s', (name, code) => {
    expect(otherBlockNames[code]).toContain(name);
  });

  test('Gaya Ji is Gaya', () => {
    expect(otherDistrictNames.gaya).toContain('Gaya Ji');
  });
});

describe('looking places up', () => {
  test('by name returns each place', () => {
    for (const district of districts) expect(districtByName(district.name)).toBe(district);
    for (const block of blocks) {
      expect(blockByName(block.districtCode, block.name)).toBe(block);
      expect(blocksNamed(block.name)).toContain(block);
    }
  });

  test('a name that repeats is resolved by its district', () => {
    expect(blocksNamed('Jagdishpur').map(({ districtCode }) => districtCode)).toEqual([
      'bhagalpur',
      'bhojpur',
    ]);
    expect(blockByName('bhojpur', 'Jagdishpur')?.code).toBe('bhojpur-jagdishpur');
    expect(blockByName('patna', 'Jagdishpur')).toBeUndefined();
  });

  test.each(['', 'Nowhere', 'patna', 'constructor', '__proto__', 'toString'])(
    '%j is neither a name nor a code of a place',
    (name) => {
      expect(districtByName(name)).toBeUndefined();
      expect(blockByName('patna', name)).toBeUndefined();
      expect(blocksNamed(name)).toEqual([]);
      if (name !== 'patna') expect(() => districtByCode(name)).toThrow(RangeError);
      expect(() => blockByCode(name)).toThrow(RangeError);
    },
  );

  test('an unknown district code has no blocks', () => {
    expect(blocksOfDistrict('nowhere')).toEqual([]);
  });
});
