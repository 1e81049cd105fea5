import { describe, expect, it } from 'vitest';
import { findPlaceByName, foundPlaces, searchKeys, searchRank } from './place-search.ts';
import { buildReferenceData } from './reference-data.ts';

const bagaha = searchKeys({ name: 'Bagaha-2', names: { hi: 'बगहा-2' }, otherNames: ['Sidhaw', 'सिधाव'] });
const patnaSadar = searchKeys({
  name: 'Patna Sadar',
  names: { hi: 'पटना सदर' },
  otherNames: ['Patna Urban'],
});
const motihari = searchKeys({ name: 'Areraj', names: { hi: 'अरेराज' }, otherNames: [] });
const bodhGaya = searchKeys({ name: 'Bodh Gaya', names: { hi: 'बोध गया' }, otherNames: [] });

describe('searchRank', () => {
  it('finds a place by its name in either script, case-insensitively', () => {
    expect(searchRank(bagaha, 'BAGAHA')).toBe(0);
    expect(searchRank(bagaha, ' बगहा ')).toBe(0);
  });

  it('finds a place by another name in use', () => {
    expect(searchRank(bagaha, 'sidhaw')).toBe(0);
    expect(searchRank(bagaha, 'सिधाव')).toBe(0);
    expect(searchRank(patnaSadar, 'patna urb')).toBe(0);
  });

  it('ranks the start of a name above the start of a word, and that above the middle', () => {
    expect(searchRank(bodhGaya, 'bodh')).toBe(0);
    expect(searchRank(bodhGaya, 'gaya')).toBe(1);
    expect(searchRank(bodhGaya, 'aya')).toBe(2);
  });

  it('ignores hyphens, spaces, nukta and chandrabindu', () => {
    expect(searchRank(bagaha, 'bagaha 2')).toBe(0);
    expect(searchRank(bodhGaya, 'bodhgaya')).toBe(2);
    const gadhpura = searchKeys({ name: 'Garhpura', names: { hi: 'गढ़पुरा' }, otherNames: ['बाँका'] });
    expect(searchRank(gadhpura, 'गढपुरा')).toBe(0);
    expect(searchRank(gadhpura, 'बांका')).toBe(0);
  });

  it('finds a place by a similar sounding name, after exact spellings', () => {
    const muzaffarpur = searchKeys({ name: 'Muzaffarpur', names: { hi: 'मुजफ्फरपुर' }, otherNames: [] });
    expect(searchRank(muzaffarpur, 'mujafar')).toBe(3);
    expect(searchRank(muzaffarpur, 'मुज़फ़्फ़रपुर')).toBe(0);
    expect(searchRank(bodhGaya, 'baudh gaya')).toBeUndefined();
  });

  it('finds everything for an empty search and nothing for an unknown place', () => {
    expect(searchRank(motihari, '')).toBe(0);
    expect(searchRank(motihari, 'patna')).toBeUndefined();
  });
});

describe('placeNamed', () => {
  const gaya = { name: 'Gaya', names: { hi: 'गया' }, otherNames: ['Gayaji'] };
  const bodhGaya = { name: 'Bodh Gaya', names: { hi: 'बोध गया' }, otherNames: [] };

  it('accepts a place by its whole name only, in either script', () => {
    expect(findPlaceByName([bodhGaya, gaya], ' gaya')).toBe(gaya);
    expect(findPlaceByName([bodhGaya, gaya], 'बोध गया')).toBe(bodhGaya);
    expect(findPlaceByName([bodhGaya, gaya], 'GAYAJI')).toBe(gaya);
    expect(findPlaceByName([bodhGaya, gaya], 'gay')).toBeUndefined();
  });

  it('accepts the only place with a name that sounds alike', () => {
    expect(findPlaceByName([bodhGaya, gaya], 'Bodhgayaa')).toBe(bodhGaya);
    const others = ['Sonbarsa', 'Sonbarasa'].map((name) => ({ name, names: {}, otherNames: [] }));
    expect(findPlaceByName(others, 'sonbaarsa')).toBeUndefined();
  });
});

describe('the districts of Bihar', () => {
  const { districts } = buildReferenceData();

  it.each([
    ['Motihari', 'East Champaran'],
    ['Purbi Champaran', 'East Champaran'],
    ['Bettiah', 'West Champaran'],
    ['Pashchimi Champaran', 'West Champaran'],
    ['Chapra', 'Saran'],
    ['chhapra', 'Saran'],
    ['Arrah', 'Bhojpur'],
    ['आरा', 'Bhojpur'],
    ['Bhabua', 'Kaimur'],
    ['Sasaram', 'Rohtas'],
    ['Hajipur', 'Vaishali'],
    ['Siwan', 'Siwan'],
    ['सीवान', 'Siwan'],
    ['नालन्दा', 'Nalanda'],
    ['biharsharif', 'Nalanda'],
    ['बिहार शरीफ', 'Nalanda'],
    ['purnea', 'Purnia'],
    ['mujaffarpur', 'Muzaffarpur'],
  ])('are found by name: %s is %s, which is selected when typed in full', (typed, name) => {
    expect(foundPlaces(districts, typed)[0]?.name).toBe(name);
    expect(findPlaceByName(districts, typed)?.name).toBe(name);
  });

  it('named Champaran are both found for चम्पारण, and neither is selected automatically', () => {
    const found = foundPlaces(districts, 'चम्पारण').map(({ name }) => name);
    expect(found.toSorted()).toEqual(['East Champaran', 'West Champaran']);
    expect(findPlaceByName(districts, 'चम्पारण')).toBeUndefined();
  });
});
