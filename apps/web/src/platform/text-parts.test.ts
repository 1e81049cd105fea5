import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { flattenTexts, type TextTree } from '@mutual-transfer/domain/language/messages';
import { describe, expect, it } from 'vitest';
import { type LaterCatalogue, type TextPart, textParts } from './i18n/texts/texts.ts';
import { paths } from './paths.ts';
import { textPartsOf } from './text-parts.ts';

type Part = TextPart | 'visitor';
type Needs = readonly { key: string; file: string }[];

const sources = resolve(import.meta.dirname, '..');
const files = import.meta.glob<LaterCatalogue>('./i18n/texts/en-*.ts', { eager: true });
const allParts: readonly Part[] = ['visitor', ...textParts];

/** Texts and sentences of a part in English, without plural forms. */
const keysByPart = new Map(
  allParts.map((part) => {
    const file = files[`./i18n/texts/${DEFAULT_LANGUAGE}-${part}.ts`];
    const keys = [file?.texts, file?.messages].flatMap((tree) => [
      ...flattenTexts((tree ?? {}) as TextTree).keys(),
    ]);
    return [part, new Set(keys.map((key) => key.replace(/_(one|other)$/, '')))] as const;
  }),
);
const allKeys = new Set([...keysByPart.values()].flatMap((keys) => [...keys]));

const keysOf = (parts: readonly Part[]) =>
  new Set(parts.flatMap((part) => [...(keysByPart.get(part) ?? [])]));

/** Paths of pages, read from the routes. */
const routes = [
  ...readFileSync(join(sources, 'routes.ts'), 'utf8').matchAll(
    /(route\('([\w/:*-]+)', |index\()'([\w/-]+\.tsx)'/g,
  ),
].map(([, , path = '', screen = '']) => ({ address: `/${path}`, screen }));

describe('the parts of the texts', () => {
  it('have no text in common with the visitor’s part', () => {
    const small = [...keysByPart].filter(([, keys]) => keys.size <= 10);
    expect(small.map(([part]) => part)).toEqual(['blocks']);
    const twice = [...keysOf(textParts)].filter((key) => keysByPart.get('visitor')?.has(key));
    expect(twice).toEqual([]);
  });

  it('are determined for the routes, which the test reads from routes.ts', () => {
    expect(routes.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['/', paths.dashboard, paths.admin, paths.agreement, paths.login]),
    );
  });

  it.each(routes)('of $address contain all texts of $screen', ({ address, screen }) => {
    const needs = ['root.tsx', 'frame/frame.tsx', screen].flatMap((file) =>
      needsOf(join(sources, file), ['visitor', ...textPartsOf(address)]),
    );
    expect(needs).toEqual([]);
  });

  it('are looked up in every imported module, including parts that a module loads before a dynamic import', () => {
    const late = needsOf(join(sources, 'browse/browse-page.tsx'), []);
    expect(late.some(({ key }) => key.startsWith('browse.'))).toBe(true);
    expect(late.some(({ key }) => key.startsWith('dashboard.'))).toBe(false);
  });
});

/** Returns the texts that a module and its imports use and that these parts lack. */
function needsOf(file: string, parts: readonly Part[], seen = new Set<string>()): Needs {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  const [, loaded = ''] = /loadTexts\(\[([^\]]*)\]\)/.exec(source) ?? [];
  const later = allParts.filter((part) => parts.includes(part) || loaded.includes(`'${part}'`));
  const imported = (statement: RegExp) =>
    [...source.matchAll(statement)].map(([, path = '']) => resolve(dirname(file), path));
  return [
    ...missingFrom(source, keysOf(parts)).map((key) => ({ key, file: file.slice(sources.length) })),
    ...imported(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'/gm).flatMap((path) =>
      needsOf(path, parts, seen),
    ),
    ...imported(/import\('(\.[^']+)'\)/g).flatMap((path) => needsOf(path, later, seen)),
  ];
}

/** Returns quoted keys, and prefixes of composed keys (`agreements.state.${state}`), that are missing from `present`. */
function missingFrom(source: string, present: ReadonlySet<string>): string[] {
  const named = [...source.matchAll(/['"`]([a-z]\w*\.[\w.]*)(['"`]|\$\{)/g)];
  return named.flatMap(([, key = '', end]) => {
    const meant = end === '${' ? [...allKeys].filter((whole) => whole.startsWith(key)) : [key];
    return meant.filter((whole) => allKeys.has(whole) && !present.has(whole));
  });
}
