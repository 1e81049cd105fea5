import { optionalFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { describe, expect, it } from 'vitest';
import { correctionOf, flatErrors } from './correct-person.tsx';

const before = {
  ...recordOf(optionalFields, () => ''),
  name: 'Asha Devi',
  email: 'asha@example.com',
  phone: '9876543210',
  district: 'Gaya',
  postingBlock: 'Amas',
  schoolName: 'Madhya Vidyalaya',
  subject: 'Physics',
  classRange: '11-12',
  category: 'school',
  recruitmentBatch: 'TRE 1',
  reason: '',
};

describe('correction of an account', () => {
  it('has only the fields that differ, and the reason', () => {
    const after = { ...before, name: 'Usha Devi', reason: 'Misspelt' };
    expect(correctionOf(before, after)).toEqual({ name: 'Usha Devi', reason: 'Misspelt' });
  });

  it('has the whole posting if a part of it differs', () => {
    const after = { ...before, postingBlock: 'Barachatti', reason: 'Moved' };
    expect(correctionOf(before, after)).toEqual({
      posting: { district: 'Gaya', postingBlock: 'Barachatti', schoolName: 'Madhya Vidyalaya' },
      reason: 'Moved',
    });
  });

  it('has no recruitment batch if the category has none', () => {
    const after = { ...before, category: '', reason: 'Never was one' };
    expect(correctionOf(before, after)).toEqual({
      category: null,
      recruitmentBatch: null,
      reason: 'Never was one',
    });
  });

  it('shows the error of a part of the posting at its field', () => {
    expect(flatErrors({ 'posting.postingBlock': 'Choose a block.', name: 'Too short.' })).toEqual({
      postingBlock: 'Choose a block.',
      name: 'Too short.',
    });
  });
});
