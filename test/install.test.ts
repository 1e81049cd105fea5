import { expect, it } from 'vitest';
import { hasAll, packagesIn } from '../scripts/install.mjs';

const wanted = packagesIn('package-lock.json');

it('nothing is installed again after an installation by npm', () => {
  expect(hasAll(packagesIn('node_modules/.package-lock.json'), wanted)).toBe(true);
});

it('a missing package, or another version of one, is installed, unless it is an optional one of another platform', () => {
  const there = { 'node_modules/a': { version: '1.0.0' } };
  expect(hasAll(there, { ...there, '': {}, 'node_modules/b': { version: '1.0.0', optional: true } })).toBe(
    true,
  );
  expect(hasAll(there, { ...there, 'node_modules/b': { version: '1.0.0' } })).toBe(false);
  expect(hasAll(there, { 'node_modules/a': { version: '1.0.1' } })).toBe(false);
  expect(hasAll({}, there)).toBe(false);
});
