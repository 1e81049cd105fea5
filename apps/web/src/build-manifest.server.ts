import { readFileSync } from 'node:fs';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { TextPart } from './platform/i18n/text-parts.ts';

/** Vite's own account of the build, by source; React Router's knows of routes alone. */
type BuildManifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[] }>
>;

const manifest = JSON.parse(
  readFileSync(new URL('../client/.vite/manifest.json', import.meta.url), 'utf8'),
) as BuildManifest;

/** The files of what a language's screens say, so that a page can ask for them along with its scripts and not after them. */
export function textFiles(language: Language, parts: readonly TextPart[]): string[] {
  const sources = ['visitor', ...parts].map((part) => `src/platform/i18n/texts/${language}-${part}.ts`);
  return sources.flatMap((source) =>
    source.endsWith('-blocks.ts') && !(source in manifest) ? [] : filesOf(source),
  );
}

/** The files of what surrounds a member's screens, which are otherwise asked for when it is known who is signed in. */
export function memberFiles(): string[] {
  return filesOf('src/frame/member-frame.ts');
}

/** The style sheet of all screens. */
export function styleSheet(): string {
  return readFileSync(new URL(`../client/${entryOf('style.css').file}`, import.meta.url), 'utf8');
}

function filesOf(source: string): string[] {
  const { file, imports = [] } = entryOf(source);
  return [file, ...imports.map((name) => entryOf(name).file)].map((name) => `/${name}`);
}

/** @throws {Error} when the build is not whole. */
function entryOf(source: string) {
  const entry = manifest[source];
  if (entry === undefined) throw new Error(`The build does not know ${source}`);
  return entry;
}
