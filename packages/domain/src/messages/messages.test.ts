import { expect, test } from 'vitest';
import { errorCodes } from '../error-codes.ts';
import { english } from './english.ts';
import { hindi } from './hindi.ts';

const keys = Object.keys(english) as (keyof typeof english)[];

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name).sort();
}

test('both languages say the same things', () => {
  expect(Object.keys(hindi).sort()).toEqual(Object.keys(english).sort());
});

test.each(keys)('%s is filled in by the same values in both languages', (key) => {
  expect(placeholders(hindi[key])).toEqual(placeholders(english[key]));
  for (const text of [english[key], hindi[key]]) {
    expect(text).toBe(text.trim().normalize('NFC'));
    expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  }
});

test('Hindi is written in Devanagari, English in Latin letters', () => {
  const sums = ['captcha.sum', 'captcha.difference'];
  for (const key of keys) {
    if (!sums.includes(key)) expect(hindi[key]).toMatch(/\p{Script=Devanagari}/u);
    expect(english[key]).not.toMatch(/\p{Script=Devanagari}/u);
  }
});

test('every error code has its default words', () => {
  const codes = Object.keys(errorCodes).map((code) => `error.${code}`);
  expect(keys.filter((key) => key.startsWith('error.')).sort()).toEqual(codes.sort());
});

test('texts of the specification stand word for word', () => {
  expect(english['password.mismatch']).toBe('Passwords do not match');
  expect(english['password.tooShort']).toBe('Password must be at least 6 characters long');
  expect(english['email.invalid']).toBe('Please enter a valid email address');
  expect(english['error.account_inactive']).toBe(
    'Your account is inactive. Please contact the administrator.',
  );
});
