import { describe, expect, test } from 'vitest';
import { isMisleadingName } from './reserved-names.ts';

describe('a name', () => {
  test.each([
    'Administrator',
    'The Administrator',
    'ADMIN',
    'Adm1n1strator',
    'Admlnistrator',
    'Аdministrator',
    'аdmin',
    'Administrатor',
    'Ádmin',
    'A d m i n',
    'Hidden',
    'h1dden',
    'Нidden',
    'Mutual Transfer',
    'व्यवस्थापक',
    'प्रशासक जी',
    'Sunita 98765',
    'Sunita 98765 43210',
    'R4mesh Kumar',
    'Sunita2',
    'Sunitа Kumari',
  ])('%j misleads', (name) => {
    expect(isMisleadingName(name)).toBe(true);
  });

  test.each([
    'Sunita Kumari',
    'राम कुमार',
    'Md. Hidayat',
    'Adnan Ali',
    'Иван Петров',
    'Teacher 7',
    "D'Souza",
    'महेश प्रसाद सिंह',
    'رضیہ بیگم',
    'Aadmi Ram',
  ])('%j does not', (name) => {
    expect(isMisleadingName(name)).toBe(false);
  });
});
