import { filterColumns } from '@mutual-transfer/domain/request-filters';
import { nothingHidden } from '@mutual-transfer/domain/transfer-request';
import { expect, it } from 'vitest';
import { markQuery, searchWords, wordQuery } from './search-words.ts';

const person = {
  name: 'Gayatri Kumari',
  school_name: 'M.S. Patnaha',
  district: 'saran',
  block: 'amnour',
  verified_at: null,
};
const request = {
  desired_district: 'patna',
  desired_block: null,
  subject: 'hindi',
  class_range: '6-8',
  urgency: 'high',
  reason: 'Nearer to my family',
} as const;

it('looks a common word up as it stands, for a request holds those that its words begin with', () => {
  expect(wordQuery(['gaya', 'danap', 'पटना'])).toBe("'gaya' & ('danap':* | '~dnp') & 'पटना'");
  const words = searchWords(person, request, nothingHidden);
  expect(words).toEqual(
    expect.arrayContaining(['gayatri', 'gaya', 'kumari', 'kumar', 'patnaha', 'patna', 'near']),
  );
});

it('holds the keys of what people wrote, and looks them up whole where they are short or common', () => {
  expect(searchWords(person, request, nothingHidden)).toEqual(
    expect.arrayContaining(['~gytri', '~kumri', '~kumr', '~nerer', '~ptnh']),
  );
  expect(wordQuery(['kumaari'])).toBe("('kumaari':* | '~kumri')");
  expect(wordQuery(['गायत्री'])).toBe("('गायत्री':* | '~gytri':*)");
  expect(wordQuery(['mujaffarpor', 'हिन्दी'])).toBe(
    "('mujaffarpor':* | '~mujprpor':*) & ('हिन्दी':* | 'hindi' | 'हिंदी' | '~hindi')",
  );
});

it('holds nothing of what is hidden, nor what that begins with', () => {
  const words = searchWords(person, request, { ...nothingHidden, hideName: true, hideSchoolName: true });
  expect(words.filter((word) => /^(gaya|kumar|patnaha|~gytri|~kumr|~ptnh)/.test(word))).toEqual([]);
});

it('marks what the list can be filtered by with marks that no visitor can type', () => {
  const marks = searchWords(person, request, nothingHidden).filter((word) => word.includes('='));
  const stored = {
    ...request,
    desired_block: '',
    from_district: 'saran',
    from_block: 'amnour',
    owner_verified: 'no',
  };
  expect(marks).toEqual(filterColumns.map((column) => `${column}=${stored[column]}`));
  expect(markQuery('desired_block', ['a', 'b'])).toBe("('desired_block=a' | 'desired_block=b')");
  expect(markQuery('desired_block', [null])).toBe("('desired_block=')");
});
