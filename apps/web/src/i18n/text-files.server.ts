import { readFileSync } from 'node:fs';
import type { Language } from '@mutual-transfer/domain/language';

/** Vite's own account of the build, by source; React Router's knows of routes alone. */
type BuildManifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[] }>
>;

const manifest = JSON.parse(
  readFileSync(new URL('../client/.vite/manifest.json', import.meta.url), 'utf8'),
) as BuildManifest;

const sources = {
  en: { open: [], inside: ['src/i18n/english-inside.ts'] },
  hi: { open: ['src/i18n/hindi.ts'], inside: ['src/i18n/hindi.ts', 'src/i18n/hindi-inside.ts'] },
} satisfies Record<Language, Record<'open' | 'inside', readonly string[]>>;

/** The files of what a language's screens say, so that a page can ask for them along with its scripts and not after them. */
export function textFiles(language: Language, screens: 'open' | 'inside'): string[] {
  const files = sources[language][screens].flatMap((source) => {
    const { file, imports = [] } = entryOf(source);
    return [file, ...imports.map((name) => entryOf(name).file)];
  });
  return [...new Set(files)].map((file) => `/${file}`);
}

/** @throws {Error} when the build is not whole. */
function entryOf(source: string) {
  const entry = manifest[source];
  if (entry === undefined) throw new Error(`The build does not know ${source}`);
  return entry;
}
