import { expect, it } from 'vitest';
import { pageOn } from './offline-page.tsx';

const here = 'https://product.example';

it('a path of the product stays unchanged', () => {
  expect(pageOn('/dashboard?tab=my', here)).toBe(`${here}/dashboard?tab=my`);
  expect(pageOn(null, here)).toBe(`${here}/`);
});

it.each([
  '//other.example',
  '/\t/other.example',
  '/\n/other.example',
  '/\r\t/other.example',
  '\\\\other.example',
  'https://other.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://',
])('the address %j leads to the start page of the product', (from) => {
  expect(pageOn(from, here)).toBe(`${here}/`);
});

it.each(['/.//other.example', '/%09/other.example', '/..//other.example'])(
  'the address %j is treated as a path of the product',
  (from) => {
    expect(new URL(pageOn(from, here)).host).toBe('product.example');
  },
);
