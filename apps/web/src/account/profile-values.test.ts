import { messages as english } from '@mutual-transfer/domain/language/packs/en/messages';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { describe, expect, it } from 'vitest';
import { profileChanges, profileErrors } from './profile-values.ts';

const before = {
  name: 'Sita Devi',
  phone: '9876543210',
  schoolName: 'Rajkiya Madhya Vidyalaya',
  district: 'Gaya',
  postingBlock: 'Bodh Gaya',
  desiredDistrict: 'Patna',
  desiredBlock: 'Danapur',
  subject: 'Mathematics',
  classRange: '6-8',
  category: 'school',
  recruitmentBatch: 'TRE 1',
  joinedOn: '2020-07-01',
  email: 'sita@example.com',
  currentPassword: '',
};

describe('what is sent of a changed profile', () => {
  it('is nothing where nothing changed', () => {
    expect(profileChanges(before, before)).toEqual({});
  });

  it('is what changed, and a category taken back is none, with its batch', () => {
    const after = { ...before, postingBlock: 'Amas', category: '' };
    expect(profileChanges(before, after)).toEqual({
      postingBlock: 'Amas',
      category: null,
      recruitmentBatch: null,
    });
  });

  it('is none for a day of joining taken back', () => {
    expect(profileChanges(before, { ...before, joinedOn: '' })).toEqual({ joinedOn: null });
  });

  it('has the password beside a new phone, written in any digits', () => {
    const after = { ...before, phone: '९८७६५४३२११', currentPassword: 'a quiet mango orchard' };
    expect(profileChanges(before, after)).toEqual({
      phone: '9876543211',
      currentPassword: 'a quiet mango orchard',
    });
  });
});

describe('what is wrong with a changed profile', () => {
  it('is nothing where nothing changed', () => {
    expect(profileErrors(before, before, messagesIn('en'))).toEqual({});
  });

  it('is a wish for the place one is in', () => {
    const after = { ...before, district: 'Patna', postingBlock: 'Danapur' };
    expect(profileErrors(before, after, messagesIn('en'))).toEqual({ desiredBlock: english['desired.same'] });
  });

  it('is a new email without the password', () => {
    const after = { ...before, email: 'other@example.com' };
    expect(Object.keys(profileErrors(before, after, messagesIn('en')))).toEqual(['currentPassword']);
  });
});
