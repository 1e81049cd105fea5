import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { between } from './documentation.ts';

const document = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');

test('the document has the marks, and all around them stays', () => {
  const once = between(document, 'the first report');
  const twice = between(once, 'the second report');
  expect(twice).toBe(once.replace('the first report', 'the second report'));
  expect(once.startsWith(document.slice(0, 200))).toBe(true);
  expect(once.endsWith(document.slice(-200))).toBe(true);
});

test('a document without marks is not touched', () => {
  expect(() => between('# Performance', 'a report')).toThrow('lost the marks');
});
