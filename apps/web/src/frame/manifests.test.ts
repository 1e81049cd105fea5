import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allLanguages } from '@mutual-transfer/domain/language/language';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../public/manifests');
const manifests = allLanguages().map((language) => ({
  language,
  manifest: JSON.parse(readFileSync(join(folder, `${language}.webmanifest`), 'utf8')) as Record<
    string,
    unknown
  >,
}));

it('the installed product has a name in each language', () => {
  for (const { language, manifest } of manifests) expect(manifest.lang).toBe(language);
  expect(new Set(manifests.map(({ manifest }) => manifest.short_name)).size).toBe(manifests.length);
  expect(new Set(manifests.map(({ manifest }) => manifest.name)).size).toBe(manifests.length);
});

it('the manifests differ only in language, names and description', () => {
  const rest = manifests.map(({ manifest: { lang, name, short_name, description, ...others } }) => others);
  for (const other of rest) expect(other).toEqual(rest[0]);
});
