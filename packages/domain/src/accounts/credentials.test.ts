import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  emailSchema,
  givenPasswordSchema,
  isGuessablePassword,
  isPatternPassword,
  isPersonalPassword,
  newAdministratorPasswordSchema,
  newPasswordSchema,
  phoneSchema,
} from './credentials.ts';
import { captchaFields } from './security-check.ts';

function problemOf(schema: z.ZodType, input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message;
}

describe('an email address', () => {
  test.each([
    ['teacher@example.com', 'teacher@example.com'],
    ['  Teacher.One@Example.COM ', 'teacher.one@example.com'],
    ['a+b@mail.example.org', 'a+b@mail.example.org'],
    ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['asha@XN--P1B6CI4B4B3A.xn--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['asha@उदाहरण.com', 'asha@xn--p1b6ci4b4b3a.com'],
  ])('%j is normalised to %j', (given, kept) => {
    expect(emailSchema.parse(given)).toBe(kept);
  });

  test.each([
    [undefined, 'field.required'],
    ['', 'field.required'],
    ['   ', 'field.required'],
    ['teacher', 'email.invalid'],
    ['teacher@', 'email.invalid'],
    ['@example.com', 'email.invalid'],
    ['teacher@example', 'email.invalid'],
    ['teacher@example.c0m', 'email.invalid'],
    ['teacher@xn--h2brj9c', 'email.invalid'],
    ['two words@example.com', 'email.invalid'],
    ['a@b.com, c@d.com', 'email.invalid'],
    ['a@b.com\0', 'email.invalid'],
    ['teacher@example.com\nbcc: x@example.com', 'email.invalid'],
    ['शिक्षक@example.com', 'email.invalid'],
    [`${'a'.repeat(250)}@example.com`, 'email.invalid'],
  ])('%j is refused: %s', (given, problem) => {
    expect(problemOf(emailSchema, given)).toBe(problem);
  });

  test('ignores case', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const { success, data } = emailSchema.safeParse(address);
        if (success) expect(emailSchema.parse(address.toUpperCase())).toBe(data);
      }),
    );
  });
});

describe('a mobile number', () => {
  const digits = fc
    .tuple(fc.integer({ min: 6, max: 9 }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([first, rest]) => `${first}${String(rest).padStart(9, '0')}`);

  test('is normalised to ten digits from every common spelling', () => {
    const prefixes = fc.constantFrom('', '0', '+91', '+91 ', '+91-', '0-', ' ');
    fc.assert(
      fc.property(digits, prefixes, fc.constantFrom('', ' ', '-', ' - '), (number, prefix, gap) => {
        expect(phoneSchema.parse(`${prefix}${number.slice(0, 5)}${gap}${number.slice(5)} `)).toBe(number);
      }),
    );
  });

  test.each([
    [undefined, 'field.required'],
    ['', 'field.required'],
    [' - ', 'field.required'],
    ['5876543210', 'phone.invalid'],
    ['987654321', 'phone.invalid'],
    ['98765432101', 'phone.invalid'],
    ['+92 9876543210', 'phone.invalid'],
    ['+910 9876543210', 'phone.invalid'],
    ['+91', 'phone.invalid'],
    ['9876543210x', 'phone.invalid'],
    ['9876543210\0', 'phone.invalid'],
  ])('%j is refused: %s', (given, problem) => {
    expect(problemOf(phoneSchema, given)).toBe(problem);
  });

  test('must be given as a string', () => {
    expect(phoneSchema.safeParse(9876543210).success).toBe(false);
  });
});

describe('a password', () => {
  test('has 6 to 1,000 characters, counted in code points', () => {
    for (const good of ['secret', 'पटना गया', '      ', '😀'.repeat(6), '😀'.repeat(1_000)]) {
      expect(newPasswordSchema.parse(good)).toBe(good);
    }
    expect(problemOf(newPasswordSchema, '')).toBe('field.required');
    expect(problemOf(newPasswordSchema, 'short')).toBe('password.tooShort');
    expect(problemOf(newPasswordSchema, '😀😀😀')).toBe('password.tooShort');
    expect(problemOf(newPasswordSchema, 'x'.repeat(1_001))).toBe('text.tooLong');
  });

  test('of an administrator has at least twelve characters, and says so from six characters on', () => {
    expect(newAdministratorPasswordSchema.parse('सात धीमी नावें')).toBe('सात धीमी नावें');
    for (const [given, problem] of [
      ['', 'field.required'],
      ['short', 'password.tooShort'],
      ['sixsix', 'password.tooShortAdministrator'],
      ['elevenchars', 'password.tooShortAdministrator'],
      ['x'.repeat(1_001), 'text.tooLong'],
    ] as const)
      expect(
        newAdministratorPasswordSchema.safeParse(given).error?.issues.map(({ message }) => message),
      ).toEqual([problem]);
  });

  test('is refused if PostgreSQL cannot store it', () => {
    for (const schema of [newPasswordSchema, givenPasswordSchema]) {
      expect(problemOf(schema, 'secret\0')).toBe('text.characters');
      expect(problemOf(schema, 'secret\uD800')).toBe('text.characters');
    }
  });

  test('may be short at login, but not longer than the maximum', () => {
    expect(givenPasswordSchema.parse('x')).toBe('x');
    expect(problemOf(givenPasswordSchema, '')).toBe('field.required');
    expect(problemOf(givenPasswordSchema, 'x'.repeat(1_001))).toBe('text.tooLong');
  });

  test('is returned unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 6, maxLength: 50 }), (text) => {
        const { success, data } = newPasswordSchema.safeParse(text);
        if (success) expect(data).toBe(text);
      }),
    );
  });
});

describe('a personal password', () => {
  const person = { email: 'sunita.kumari@example.com', phone: '9876543210', name: 'Sunita Kumari' };

  test.each([
    'sunita.kumari@example.com',
    'Sunita.Kumari',
    '9876543210',
    '98765 43210',
    'sunitakumari',
    'SUNITA KUMARI',
  ])('%j is rejected as personal', (password) => {
    expect(isPersonalPassword(password, person)).toBe(true);
  });

  test.each(['sunita kumari gaya', 'mango orchard', ''])('%j is accepted', (password) => {
    expect(isPersonalPassword(password, person)).toBe(false);
  });

  test('is detected in any script, with and without joiners', () => {
    expect(isPersonalPassword('रा\u200Dम कुमार', { ...person, name: 'राम कुमार' })).toBe(true);
  });
});

describe('a password', () => {
  const person = { email: 'sunita.kumari77@example.com', phone: '9876543210', name: 'Sunita Kumari' };

  test.each([
    'bihar123',
    'Bihar@2024',
    'teacher1',
    'school-school 99',
    'BiharTeacher2025!',
    'sunita1990',
    'Kumari@77',
    'sunitakumari#1',
    '+91 98765-43210',
    '919876543210',
    '0123456789',
    '543210',
    '987654',
    'mutualtransfer2026',
    'b1h4r2026',
    'P@tn@123',
    'T3acher!99',
    'बिहार123',
    'शिक्षक२०२६',
    '९८७६५४३२१०',
    '$un1ta77',
  ])('%j is guessable because it consists of common words', (password) => {
    expect(isGuessablePassword(password, person)).toBe(true);
  });

  test.each([
    'a quiet mango orchard',
    'bihar mango orchard',
    'teacher of rivers',
    '8812094417',
    'शान्त आम बगीचा',
  ])('%j is not guessable', (password) => {
    expect(isGuessablePassword(password, person)).toBe(false);
  });
});

describe('a password', () => {
  test.each([
    '654321',
    '0987654321',
    '7890123',
    '१२३४५६७',
    'abcdef',
    'FEDCBA',
    '      ',
    '८८८८८८',
    '121212',
    'Abcabc',
    '12341234',
  ])('%j is refused as a repetition or a sequence', (password) => {
    expect(isPatternPassword(password)).toBe(true);
  });

  test.each(['135790', 'abcdeg', 'mango mango orchard', '998877'])(
    '%j is no repetition or sequence',
    (password) => {
      expect(isPatternPassword(password)).toBe(false);
    },
  );
});

describe('the answer to a security check', () => {
  const form = z.strictObject(captchaFields);
  const token = 'a token';

  test('is text or a whole number', () => {
    expect(form.parse({ captchaToken: token, captchaAnswer: 12 }).captchaAnswer).toBe('12');
    expect(form.parse({ captchaToken: token, captchaAnswer: '12' }).captchaAnswer).toBe('12');
  });

  test.each([undefined, null, '', [], ['12'], {}, true, 1.5, '1'.repeat(21)])(
    'is refused as %j',
    (answer) => {
      const problem = form.safeParse({ captchaToken: token, captchaAnswer: answer }).error?.issues[0];
      expect(problem?.path).toEqual(['captchaAnswer']);
    },
  );

  test.each([undefined, null, '', [], 7, 'x'.repeat(101)])('is refused with the token %j', (given) => {
    const problem = form.safeParse({ captchaToken: given, captchaAnswer: '1' }).error?.issues[0];
    expect(problem?.path).toEqual(['captchaToken']);
  });
});

test('an email address that is far too long is refused without being normalised', () => {
  const normalise = vi.spyOn(String.prototype, 'normalize');
  expect(emailSchema.safeParse(`a${'\u0301\u0323'.repeat(30_000)}@example.in`).success).toBe(false);
  expect(normalise).not.toHaveBeenCalled();
  normalise.mockRestore();
});
