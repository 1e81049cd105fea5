import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { expect, it } from 'vitest';
import { conditionOfWord, searchWords } from './search-words.ts';

const person = { name: 'Gayatri Kumari', school_name: 'M.S. Patnaha' };
const request = { reason: 'Nearer to my family' };

it('searchWords returns the words of visible texts and their spelling keys', () => {
  expect(searchWords(person, request, nothingHidden)).toEqual(
    expect.arrayContaining(['gayatri', 'kumari', 'patnaha', 'nearer', '~gytri', '~kumri', '~ptnh', '~nerer']),
  );
});

it('searchWords returns no word of a hidden text', () => {
  const words = searchWords(person, request, { ...nothingHidden, hideName: true, hideSchoolName: true });
  expect(words.filter((word) => /gay|gyt|kum|pat|ptn/.test(word))).toEqual([]);
});

it('conditionOfWord matches a word and a long spelling key by prefix, and a short spelling key as a whole', () => {
  expect(conditionOfWord('kumaari')).toMatchObject({ beginnings: ['kumaari', '~kumri'], words: [] });
  expect(conditionOfWord('danap')).toMatchObject({ beginnings: ['danap'], words: ['~dnp'] });
  expect(conditionOfWord('गायत्री').beginnings).toEqual(['गायत्री', '~gytri']);
});

it('conditionOfWord matches places and subjects by their codes, for names in any language', () => {
  const codes = (word: string) => Object.fromEntries(conditionOfWord(word).columns);
  expect(codes('patna')).toMatchObject({
    desired_district: ['patna'],
    from_district: ['patna'],
    subject: [],
  });
  expect(codes('पटना')).toMatchObject({ desired_district: ['patna'] });
  expect(codes('हिन्दी').subject).toContain('hindi');
  for (const word of ['maths', 'ganit', 'गणित', 'mathematics']) {
    expect(codes(word).subject).toEqual(expect.arrayContaining(['mathematics', 'maths-and-science']));
  }
  expect(codes('vigyan').subject).toContain('science');
  expect(codes('danap').desired_block).toContain('danapur');
  expect(codes('zzzz')).toEqual({
    ...{ desired_district: [], from_district: [], desired_block: [], from_block: [], subject: [] },
  });
});
