import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, test as each, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { referenceWords } from '../people/reference-words.ts';
import { nearestWord } from './lists.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function search(words: string, others: Record<string, string> = {}): Promise<RequestList> {
  const url = `/api/requests/public?${new URLSearchParams({ search: words, ...others })}`;
  const response = await test.call({ url });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<RequestList>();
}

const ids = ({ requests }: RequestList) => requests.map(({ _id }) => _id);

interface Wish {
  from: readonly [district: string, block: string];
  to: readonly [district: string, block: string];
  person?: Record<string, unknown>;
  wish?: Record<string, unknown>;
}

async function posted({ from: [district, postingBlock], to, person = {}, wish = {} }: Wish): Promise<string> {
  const teacher = await registerTeacher(test, { district, postingBlock, name: 'Teacher', ...person });
  const [desiredDistrict, desiredBlock] = to;
  const reason = 'R';
  const { request } = await postRequest(test, teacher, { desiredDistrict, desiredBlock, reason, ...wish });
  return request._id;
}

describe('a search finds places by colloquial names and other spellings', () => {
  let toPlaces: Record<string, string>;
  beforeAll(async () => {
    const from = ['Banka', 'Katoria'] as const;
    const to = async (district: string) => posted({ from, to: [district, 'Any block'] });
    toPlaces = {
      saran: await to('Saran'),
      champaran: await to('East Champaran'),
      nalanda: await to('Nalanda'),
      purnia: await to('Purnia'),
      muzaffarpur: await to('Muzaffarpur'),
      bhojpur: await to('Bhojpur'),
      westChamparan: await to('West Champaran'),
      kaimur: await to('Kaimur'),
      rohtas: await to('Rohtas'),
      vaishali: await to('Vaishali'),
      siwan: await to('Siwan'),
    };
  });
  each.each([
    ['chapra', 'saran'],
    ['chhapra', 'saran'],
    ['छपरा', 'saran'],
    ['motihari', 'champaran'],
    ['purbi champaran', 'champaran'],
    ['पूर्वी चम्पारण', 'champaran'],
    ['bettiah', 'westChamparan'],
    ['pashchimi champaran', 'westChamparan'],
    ['arrah', 'bhojpur'],
    ['आरा', 'bhojpur'],
    ['bhabua', 'kaimur'],
    ['bhabhua', 'kaimur'],
    ['sasaram', 'rohtas'],
    ['hajipur', 'vaishali'],
    ['sivan', 'siwan'],
    ['सीवान', 'siwan'],
    ['नालन्दा', 'nalanda'],
    ['biharsharif', 'nalanda'],
    ['बिहार शरीफ', 'nalanda'],
    ['purnea', 'purnia'],
    ['mujaffarpur', 'muzaffarpur'],
    ['mujafarpur', 'muzaffarpur'],
    ['मुज़फ़्फ़रपुर', 'muzaffarpur'],
  ])('%s', async (words, place) => {
    const found = await search(words, { fromDistrict: 'Banka' });
    expect(ids(found)).toEqual([toPlaces[place]]);
    expect(found.searchedFor).toBeUndefined();
  });
});

it('a search finds subjects, names and texts in the other script and in other spellings', async () => {
  const from = ['Jamui', 'Jhajha'] as const;
  const to = ['Sheohar', 'Any block'] as const;
  const hindi = await posted({ from, to, wish: { subject: 'Hindi' } });
  const person = { name: 'संतोष राज', schoolName: 'उच्च विद्यालय खैरमा' };
  const written = await posted({ from, to, person, wish: { subject: 'Music', reason: 'पिताजी अस्वस्थ हैं' } });
  const roman = await posted({ from, to, person: { name: 'Poonam Chowdhary' }, wish: { subject: 'Music' } });
  const found = async (words: string) => ids(await search(words, { fromDistrict: 'Jamui' }));
  expect(await found('हिन्दी')).toEqual([hindi]);
  expect(await found('हिंदी')).toEqual([hindi]);
  expect(await found('santosh raj')).toEqual([written]);
  expect(await found('सन्तोष')).toEqual([written]);
  expect(await found('santo')).toEqual([written]);
  expect(await found('khairma')).toEqual([written]);
  expect(await found('aswasth')).toEqual([written]);
  expect(await found('पूनम')).toEqual([roman]);
  expect(await found('punam चौधरी')).toEqual([roman]);
});

it('a hidden name is neither found nor suggested as a correction, in any spelling', async () => {
  const from = ['Arwal', 'Kaler'] as const;
  const to = ['Sheohar', 'Any block'] as const;
  const person = { name: 'Ghanshyam Vidyarthi' };
  await posted({ from, to, person, wish: { privacySettings: { hideName: true } } });
  for (const words of ['ghanshyam', 'घनश्याम', 'ghansyam', 'ghanshyan']) {
    const found = await search(words, { fromDistrict: 'Arwal' });
    expect([ids(found), found.searchedFor]).toEqual([[], undefined]);
  }
});

describe('a search that finds nothing', () => {
  it('is repeated with a corrected word, which the response contains', async () => {
    const id = await posted({ from: ['Lakhisarai', 'Halsi'], to: ['Samastipur', 'Any block'] });
    const found = await search('samastopur', { fromDistrict: 'Lakhisarai' });
    expect(ids(found)).toEqual([id]);
    expect(found.searchedFor).toEqual({ words: 'samastipur' });
    const nothing = await search('samastopur', { fromDistrict: 'Sheikhpura' });
    expect([nothing.requests, nothing.searchedFor]).toEqual([[], undefined]);
  });
});

const dictionary = [...referenceWords(), 'santosh', 'patwa'];

it.each([
  ['mothari', 'motihari'],
  ['sitamari', undefined],
  ['darbanga', undefined],
  ['patma', 'patna'],
  ['bhagalpru', 'bhagalpur'],
  ['santpsh', 'santosh'],
  ['गाया', 'गया'],
  ['pat', undefined],
  ['qwertyuiop', undefined],
])('the word nearest to %s is %s', (word, near) => {
  if (near !== undefined) expect(nearestWord(word, dictionary)).toBe(near);
  else expect(nearestWord(word, dictionary) ?? '').not.toBe(word);
});

it('a search finds words in texts, but not the codes of filters', async () => {
  const from = ['Arwal', 'Kurtha'] as const;
  const to = ['Sheohar', 'Sheohar'] as const;
  const id = await posted({
    from,
    to,
    wish: { subject: 'Urdu', reason: 'Classroom deserted, desired by few' },
  });
  for (const words of ['kurtha ur', 'kurtha cla', 'kurtha de', 'kurtha desired']) {
    expect(ids(await search(words)), words).toEqual([id]);
  }
  for (const words of ['owner', 'own', 'urgen', 'su kurtha', 'fr kurtha', 'class kurtha urgency']) {
    expect(ids(await search(words)), words).toEqual([]);
  }
});

it('a zero that abbreviates a word is read as the sign of abbreviation, in names and schools', async () => {
  const person = { name: 'एस० के० सिंह', schoolName: 'उ०म०वि० रामपुर' };
  const id = await posted({ from: ['Jamui', 'Sono'], to: ['Banka', 'Katoria'], person });
  for (const words of ['उ.म.वि.', 'उ॰म॰वि॰ रामपुर', 'एस. के. सिंह', 'एस0 के0 सिंह'])
    expect([words, ids(await search(words, { fromDistrict: 'Jamui' }))]).toEqual([words, [id]]);
});
