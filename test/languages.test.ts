import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { allLanguages, DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '..');

/** Files of a language: its line in the list, its texts and names, and its sentences of demo teachers. */
const ownFiles =
  /^(packages\/domain\/src\/language\/(language\.ts|messages\/|packs\/)|apps\/web\/src\/platform\/i18n\/texts\/|packages\/demo\/)/;

it('only a language’s own files contain its code', () => {
  const sources = execFileSync('git', ['ls-files', 'apps/*/src/**', 'packages/*/src/**'], {
    cwd: project,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !ownFiles.test(path));
  expect(sources.length).toBeGreaterThan(300);
  const others = allLanguages().filter((language) => language !== DEFAULT_LANGUAGE);
  const code = new RegExp(`['"\`](${others.join('|')})['"\`]`);
  expect(sources.filter((path) => code.test(readFileSync(resolve(project, path), 'utf8')))).toEqual([]);
});
