import { describe, expect, it, test } from 'vitest';
import { blocks, districts } from '../reference/places.ts';
import { spellingKey } from './comparison.ts';
import { allNameTables } from './packs/language-packs.ts';

describe('spellings of the same word have one key', () => {
  test.each([
    'Chhapra chapra छपरा',
    'muzaffarpur mujaffarpur mujafarpur मुजफ्फरपुर मुज़फ़्फ़रपुर',
    'santosh संतोष सन्तोष',
    'raj राज',
    'हिन्दी हिंदी hindi',
    'nalanda नालन्दा नालंदा',
    'biharsharif bihaarshareef बिहारशरीफ',
    'purnia purniya पूर्णिया',
    'singh सिंह',
    'sinha सिन्हा',
    'chaudhary choudhary chowdhary chaudhari चौधरी',
    'shah शाह',
    'poonam punam पूनम',
    'champaran चम्पारण चंपारण चँपारण',
    'krishna कृष्ण',
    'lakshmi laxmi लक्ष्मी',
    'gyan ज्ञान',
    'khagaria khagariya खगड़िया',
    'sitamarhi सीतामढ़ी',
    'bhabhua bhabua भभुआ',
    'jitendra jeetendra जितेन्द्र जितेंद्र',
    'kahalgaon कहलगांव कहलगाँव',
    'siwan sivan सिवान सीवान',
    'FAIZ faij फैज़',
  ])('%s', (words) => {
    const keys = new Set(words.split(' ').map(spellingKey));
    expect([...keys]).toEqual([expect.stringMatching(/^[a-z]{2,}$/)]);
  });
});

it('words that sound different have different keys', () => {
  const words = 'devi divya patna putani ram rim sinha singh gaya goh riga raja roja mohan mahesh'.split(' ');
  expect(new Set(words.map(spellingKey)).size).toBe(words.length);
});

it('a word of another script, digits and empty text have no key', () => {
  expect(['বাংলা', '２', '12', '', '😀', 'naïve'].map(spellingKey)).toEqual(['', '', '', '', '', '']);
});

it('the key matches most places of Bihar with their names in Devanagari, and no two districts with each other', () => {
  const name = (text: string) => spellingKey(text.replaceAll(/[\s\d-]/g, ''));
  for (const tables of allNameTables().values()) {
    const same = blocks.filter(({ code, name: own }) => name(own) === name(tables.blocks[code] ?? own));
    expect(same.length).toBeGreaterThan(470);
    const keys = districts.map(({ code, name: own }) => name(tables.districts[code] ?? own));
    expect(new Set(keys).size).toBe(districts.length);
  }
});
