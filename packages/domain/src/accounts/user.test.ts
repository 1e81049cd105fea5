import { describe, expect, test } from 'vitest';
import type { Language } from '../language/language.ts';
import { fieldSentences } from '../language/messages.ts';
import { messages as english } from '../language/packs/en/messages.ts';
import { messagesIn } from '../language/packs/language-packs.ts';
import { goodRegistration } from '../testing/good-registration.ts';
import { loginSchema, registrationSchema } from './user.ts';

const good = goodRegistration;

function sentencesOf(input: unknown, language: Language = 'en'): Record<string, string> {
  return fieldSentences(registrationSchema.safeParse(input).error?.issues ?? [], messagesIn(language));
}

describe('a registration', () => {
  test('is accepted as the form sends it', () => {
    expect(registrationSchema.parse(good)).toEqual({ ...good, privacySettings: {} });
  });

  test('is normalised', () => {
    const read = registrationSchema.parse({
      ...good,
      name: '  सुनीता कुमारी ',
      email: ' Sunita@Example.com',
      phone: '+91 98765-43210',
      captchaAnswer: 12,
    });
    expect(read).toMatchObject({
      name: 'सुनीता कुमारी',
      email: 'sunita@example.com',
      phone: '9876543210',
      captchaAnswer: '12',
    });
  });

  test('accepts the category, and the batch of a school teacher', () => {
    expect(registrationSchema.parse({ ...good, category: 'regular' }).category).toBe('regular');
    const batch = { category: 'school', recruitmentBatch: 'TRE 2' };
    expect(registrationSchema.parse({ ...good, ...batch })).toMatchObject(batch);
  });

  test('accepts “Any block” of another district or of the teacher’s own', () => {
    for (const desiredDistrict of ['Patna', 'Gaya']) {
      const input = { ...good, desiredDistrict, desiredBlock: 'Any block' };
      expect(registrationSchema.parse(input).desiredBlock).toBe('Any block');
    }
  });

  test('accepts a block of the same name in another district', () => {
    const input = {
      ...good,
      district: 'Bhojpur',
      postingBlock: 'Jagdishpur',
      desiredDistrict: 'Bhagalpur',
      desiredBlock: 'Jagdishpur',
    };
    expect(registrationSchema.safeParse(input).success).toBe(true);
  });
});

const wrong: [field: keyof typeof good | 'category' | 'recruitmentBatch', value: unknown, key: string][] = [
  ['name', '', 'Please fill in this field.'],
  ['name', 'S', 'Please write at least 2 characters.'],
  ['name', 'S'.repeat(81), 'Please write at most 80 characters.'],
  ['name', 'Sunita\u202E', english['text.direction']],
  ['name', 7, english['field.invalid']],
  ['email', 'sunita', english['email.invalid']],
  ['email', '', english['field.required']],
  ['phone', '12345', english['phone.invalid']],
  ['phone', '', english['field.required']],
  ['password', 'short', english['password.tooShort']],
  ['password', '', english['field.required']],
  ['password', 'x'.repeat(1_001), 'Please write at most 1000 characters.'],
  ['confirmPassword', '', english['field.required']],
  ['confirmPassword', 'another one', english['password.mismatch']],
  ['schoolName', '', english['field.required']],
  ['schoolName', 'x'.repeat(161), 'Please write at most 160 characters.'],
  ['district', '', english['field.required']],
  ['district', 'Ranchi', english['district.unknown']],
  ['district', 'gaya', english['district.unknown']],
  ['postingBlock', '', english['field.required']],
  ['postingBlock', 'Danapur', english['block.unknown']],
  ['postingBlock', 'Any block', english['block.unknown']],
  ['desiredDistrict', '', english['field.required']],
  ['desiredDistrict', 'Ranchi', english['district.unknown']],
  ['desiredBlock', '', english['field.required']],
  ['desiredBlock', 'Bodh Gaya', english['block.unknown']],
  ['state', 'Jharkhand', english['field.choice']],
  ['subject', '', english['field.required']],
  ['subject', 'Toys', english['field.choice']],
  ['classRange', '', english['field.required']],
  ['classRange', '6-9', english['field.choice']],
  ['category', 'other', english['field.choice']],
  ['recruitmentBatch', 'TRE 9', english['field.choice']],
  ['recruitmentBatch', 'TRE 1', english['batch.withoutCategory']],
  ['captchaToken', '', english['field.required']],
  ['captchaAnswer', '', english['field.required']],
];

describe('a wrong field', () => {
  test.each(wrong)('(%s: %j) is reported at that field, in both languages', (field, value, text) => {
    const input = { ...good, [field]: value };
    if (field === 'password') input.confirmPassword = String(value);
    expect(sentencesOf(input)).toMatchObject({ [field]: text });
    expect(sentencesOf(input, 'hi')[field]).toMatch(/\p{Script=Devanagari}/u);
  });

  test.each(Object.keys(good))('(%s missing) is reported at that field only', (field) => {
    const { [field as keyof typeof good]: _left, ...rest } = good;
    expect(Object.keys(sentencesOf(rest))).toEqual([field]);
  });

  test('does not hide errors of other fields', () => {
    expect(Object.keys(sentencesOf({})).sort()).toEqual(Object.keys(good).sort());
    const many = { ...good, name: '', phone: '1', postingBlock: 'Danapur', confirmPassword: 'other' };
    expect(Object.keys(sentencesOf(many)).sort()).toEqual([
      'confirmPassword',
      'name',
      'phone',
      'postingBlock',
    ]);
  });

  test('is reported if the wish equals the posting', () => {
    const input = { ...good, desiredDistrict: good.district, desiredBlock: good.postingBlock };
    expect(sentencesOf(input)).toEqual({ desiredBlock: english['desired.same'] });
  });

  test.each(['role', '_id', 'isPaid', 'isActive', '__proto__x'])(
    'is reported for %s, which no caller may set',
    (field) => {
      expect(sentencesOf({ ...good, [field]: true })).toEqual({ [field]: english['field.unknown'] });
    },
  );

  test.each([null, undefined, [], 'text', 7])('is reported for the body %j', (body) => {
    expect(registrationSchema.safeParse(body).success).toBe(false);
  });
});

describe('a login', () => {
  const form = { email: ' Sunita@example.com ', password: 'x', captchaToken: 'a', captchaAnswer: '1' };

  test('accepts any email and password, so that all wrong ones get the same answer', () => {
    expect(loginSchema.parse(form).email).toBe('sunita@example.com');
    expect(loginSchema.safeParse({ ...form, email: 'not an address' }).success).toBe(true);
  });

  test.each(['email', 'password', 'captchaToken', 'captchaAnswer'])('requires %s', (field) => {
    for (const value of ['', undefined, null]) {
      const issues = loginSchema.safeParse({ ...form, [field]: value }).error?.issues ?? [];
      expect(fieldSentences(issues, messagesIn('en'))).toEqual({ [field]: english['field.required'] });
    }
  });
});
