import { describe, expect, it } from 'vitest';
import { correctionOf, flatErrors } from './correction.ts';

const before = {
  name: 'Asha Devi',
  email: 'asha@example.com',
  phone: '9876543210',
  district: 'Gaya',
  postingBlock: 'Amas',
  schoolName: 'Madhya Vidyalaya',
  reason: '',
};

describe('the correction of an account', () => {
  it('holds only what differs, and the reason', () => {
    const after = { ...before, name: 'Usha Devi', reason: 'Misspelt' };
    expect(correctionOf(before, after)).toEqual({ name: 'Usha Devi', reason: 'Misspelt' });
  });

  it('holds the posting whole once a part of it differs', () => {
    const after = { ...before, postingBlock: 'Barachatti', reason: 'Moved' };
    expect(correctionOf(before, after)).toEqual({
      posting: { district: 'Gaya', postingBlock: 'Barachatti', schoolName: 'Madhya Vidyalaya' },
      reason: 'Moved',
    });
  });

  it('tells at a field what is wrong with that part of the posting', () => {
    expect(flatErrors({ 'posting.postingBlock': 'Choose a block.', name: 'Too short.' })).toEqual({
      postingBlock: 'Choose a block.',
      name: 'Too short.',
    });
  });
});
