import { optionalFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import { messages as english } from '@mutual-transfer/domain/language/packs/en/messages';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { describe, expect, it } from 'vitest';
import { profileChanges, profileErrors } from './profile-form.tsx';

const before = {
  ...recordOf(optionalFields, () => ''),
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
  teacherId: 'BR-4512',
  email: 'sita@example.com',
  currentPassword: '',
};

describe('change of a profile', () => {
  it('the change is empty if no value changed', () => {
    expect(profileChanges(before, before)).toEqual({});
  });

  it('the change has only the changed fields, and a removed category is null together with its batch', () => {
    const after = { ...before, postingBlock: 'Amas', category: '' };
    expect(profileChanges(before, after)).toEqual({
      postingBlock: 'Amas',
      category: null,
      recruitmentBatch: null,
    });
  });

  it('a removed date of joining is null in the change', () => {
    expect(profileChanges(before, { ...before, joinedOn: '' })).toEqual({ joinedOn: null });
  });

  it('the teacher id and designation are optional, and an invalid teacher id is an error', () => {
    const after = { ...before, teacherId: '', designation: 'Pradhan Shikshak' };
    expect(profileChanges(before, after)).toEqual({ teacherId: null, designation: 'Pradhan Shikshak' });
    expect(profileErrors(before, after, messagesIn('en'))).toEqual({});
    expect(Object.keys(profileErrors(before, { ...before, teacherId: '=1+1' }, messagesIn('en')))).toEqual([
      'teacherId',
    ]);
  });

  it('a new phone number is sent in Latin digits, together with the password', () => {
    const after = { ...before, phone: '९८७६५४३२११', currentPassword: 'a quiet mango orchard' };
    expect(profileChanges(before, after)).toEqual({
      phone: '9876543211',
      currentPassword: 'a quiet mango orchard',
    });
  });
});

describe('errors of a changed profile', () => {
  it('an unchanged profile has no errors', () => {
    expect(profileErrors(before, before, messagesIn('en'))).toEqual({});
  });

  it('a wish for the current place is an error', () => {
    const after = { ...before, district: 'Patna', postingBlock: 'Danapur' };
    expect(profileErrors(before, after, messagesIn('en'))).toEqual({ desiredBlock: english['desired.same'] });
  });

  it('a new email without the password is an error', () => {
    const after = { ...before, email: 'other@example.com' };
    expect(Object.keys(profileErrors(before, after, messagesIn('en')))).toEqual(['currentPassword']);
  });
});
