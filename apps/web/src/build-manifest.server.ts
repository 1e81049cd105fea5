import { readFileSync } from 'node:fs';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { TextPart } from './platform/i18n/texts/texts.ts';

/** Vite's build manifest by source file. React Router's manifest has only routes. */
type BuildManifest = Readonly<Record<string, { file: string; imports?: readonly string[] }>>;

// The part of Vite's manifest that is read here. `npm run dev` builds nothing.
const manifest: BuildManifest | undefined = import.meta.env.DEV
  ? undefined
  : JSON.parse(readFileSync(new URL('../client/.vite/manifest.json', import.meta.url), 'utf8'));

/** Returns the text files of a language, so that a page can preload them together with its scripts. */
export function textFiles(language: Language, parts: readonly TextPart[]): string[] {
  const sources = ['visitor', ...parts].map((part) => `src/platform/i18n/texts/${language}-${part}.ts`);
  return sources.flatMap((source) =>
    source.endsWith('-blocks.ts') && manifest && !(source in manifest) ? [] : filesOf(source),
  );
}

/** Returns the files of the members' frame, which would otherwise be requested only after the session is read. */
export function memberFiles(): string[] {
  return filesOf('src/frame/member-frame.tsx');
}

export function styleSheet(): string {
  if (manifest === undefined) return '';
  return readFileSync(new URL(`../client/${entryOf(manifest, 'style.css').file}`, import.meta.url), 'utf8');
}

function filesOf(source: string): string[] {
  if (manifest === undefined) return [];
  const { file, imports = [] } = entryOf(manifest, source);
  return [file, ...imports.map((name) => entryOf(manifest, name).file)].map((name) => `/${name}`);
}

/** @throws {Error} if the build is incomplete. */
function entryOf(manifest: BuildManifest, source: string) {
  const entry = manifest[source];
  if (entry === undefined) throw new Error(`The build does not know ${source}`);
  return entry;
}
