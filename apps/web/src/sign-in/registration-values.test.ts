import { optionalFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import { messages as english } from '@mutual-transfer/domain/language/packs/en/messages';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { expect, it } from 'vitest';
import { registrationErrors } from './form-checks.ts';
import { emptyRegistration, registrationBody } from './registration-values.ts';

const captcha = { captchaToken: 'token', captchaAnswer: '12' };
const complete = {
  ...emptyRegistration,
  name: 'Sita Devi',
  email: 'sita@example.com',
  password: 'correct horse',
  confirmPassword: 'correct horse',
  phone: '9876543210',
  schoolName: 'Middle School Bodh Gaya',
  district: 'Gaya',
  postingBlock: 'Bodh Gaya',
  desiredDistrict: 'Patna',
  desiredBlock: 'Any block',
  subject: 'Hindi',
  classRange: '6-8',
};

it('finds no errors in a complete form', () => {
  expect(registrationErrors(complete, captcha, messagesIn('en'))).toEqual({});
});

it('reports different passwords together with all other errors', () => {
  const errors = registrationErrors(
    { ...complete, name: '', confirmPassword: 'other' },
    captcha,
    messagesIn('en'),
  );
  expect(errors).toEqual({ name: english['field.required'], confirmPassword: 'Passwords do not match' });
});

it.each([
  ['Sita1234', 'password.context'],
  ['patna@2026', 'password.context'],
  ['9876543210', 'password.personal'],
  ['sita', 'password.tooShort'],
] as const)('refuses the password %s before the form is sent', (password, sentence) => {
  const values = { ...complete, password, confirmPassword: password };
  expect(registrationErrors(values, captcha, messagesIn('en'))).toEqual({ password: english[sentence] });
});

it('requires every required field and no optional one', () => {
  const errors = registrationErrors(
    emptyRegistration,
    { captchaToken: 'token', captchaAnswer: '' },
    messagesIn('en'),
  );
  const optional: string[] = [...optionalFields, ...privacyKeys, 'consent', 'phoneCode'];
  const required = Object.keys(emptyRegistration).filter((name) => !optional.includes(name));
  expect(Object.keys(errors).sort()).toEqual([...required, 'captchaAnswer'].sort());
});

it('sends a batch only with the category of school teachers', () => {
  const batch = { ...complete, recruitmentBatch: 'TRE 1' };
  expect(registrationBody({ ...batch, category: 'school' }, captcha)).toMatchObject({
    category: 'school',
    recruitmentBatch: 'TRE 1',
    state: 'Bihar',
  });
  expect(registrationBody({ ...batch, category: 'regular' }, captcha)).not.toHaveProperty('recruitmentBatch');
  expect(registrationBody(batch, captcha)).not.toHaveProperty('category');
});

it('accepts a phone number in Devanagari digits', () => {
  expect(registrationErrors({ ...complete, phone: '९८७६५४३२१०' }, captcha, messagesIn('en'))).toEqual({});
});

it('sends the code of the shared link that the visitor came by', () => {
  expect(registrationBody(complete, captcha, '2gwi35')).toMatchObject({ cameBy: '2gwi35' });
  expect(registrationBody(complete, captcha)).not.toHaveProperty('cameBy');
});
