import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const projectFolder = join(import.meta.dirname, '..');

/** Licences that only require attribution, so that software which depends on them can be run, changed and kept private. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Copyleft per file; a program that uses these files is not affected.
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences of packages that declare none in package.json, found in their files. */
const foundInFiles: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface Locked {
  license?: string;
  link?: boolean;
}

function lockedPackages(): [name: string, licence: string][] {
  const lock = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return [name, license ?? foundInFiles[name] ?? 'none'];
    });
}

/** Returns true if an SPDX expression of `AND`, `OR` and names permits the use of the package. */
function isAllowed(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((name) => allowed.has(name.trim())));
}

it('every dependency has a permitted licence', () => {
  const packages = lockedPackages();
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(([, licence]) => !isAllowed(licence))).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['none', false],
])('the licence %s is permitted: %s', (expression, may) => {
  expect(isAllowed(expression)).toBe(may);
});
