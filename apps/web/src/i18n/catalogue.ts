import type { Language } from '@mutual-transfer/domain/language';
import type { Messages } from '@mutual-transfer/domain/messages/messages';
import { translator } from '@mutual-transfer/domain/messages/translator';
import { type Names, namesFrom } from '@mutual-transfer/domain/names';
import type { InsidePart, OpenPart, TextKey, Translate } from './texts/texts.ts';

/** What a reader of one language reads, as far as it is loaded. */
export interface Catalogue {
  readonly t: Translate;
  readonly names: Names;
  /** The sentences about input; missing until a screen beyond the public list is opened. */
  readonly messages?: Messages;
  readonly stylesheet?: string;
}

interface Parts {
  readonly open: OpenPart;
  readonly inside?: InsidePart;
}

/** Each language's files stand apart, two a language: readers of one never download another. */
const openParts = import.meta.glob<OpenPart>('./texts/*-open.ts');
const insideParts = import.meta.glob<InsidePart>('./texts/*-inside.ts');

const loaded = new Map<Language, Parts>();
const catalogues = new Map<Language, Catalogue>();
const listeners = new Set<() => void>();

/** Set as soon as a screen beyond the public list is asked for, in whatever language: every later one comes whole. */
let isInsideNeeded = false;

/** Fetches what the screens opened so far say in a language, unless it is there. */
export async function loadCatalogue(language: Language): Promise<void> {
  const parts = loaded.get(language);
  if (parts !== undefined && (parts.inside !== undefined || !isInsideNeeded)) return;
  const [open, inside] = await Promise.all([
    parts?.open ?? partOf(openParts, `./texts/${language}-open.ts`),
    isInsideNeeded ? partOf(insideParts, `./texts/${language}-inside.ts`) : undefined,
  ]);
  keepCatalogue(language, open, inside);
}

/** Fetches what every screen says in a language, unless it is there. */
export async function loadWholeCatalogue(language: Language): Promise<void> {
  isInsideNeeded = true;
  await loadCatalogue(language);
}

/** @throws {Error} for a language that was not loaded. */
export function catalogueOf(language: Language): Catalogue {
  const catalogue = catalogues.get(language);
  if (catalogue === undefined) throw new Error(`The texts of ${language} are not loaded`);
  return catalogue;
}

/** Calls the listener for every catalogue that arrives, until the returned function is called. */
export function onCatalogue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes a language's texts known; `loadCatalogue` does so with the files of `texts/`. */
export function keepCatalogue(language: Language, open: OpenPart, inside?: InsidePart): void {
  loaded.set(language, inside === undefined ? { open } : { open, inside });
  catalogues.set(language, {
    t: translator<TextKey>(language, { ...open.texts, ...inside?.texts }),
    names: namesFrom(open.names),
    ...(inside && { messages: translator(language, inside.messages) }),
    ...(open.stylesheet !== undefined && { stylesheet: open.stylesheet }),
  });
  for (const listener of listeners) listener();
}

/** @throws {Error} for a language without that file. */
async function partOf<Part>(parts: Record<string, () => Promise<Part>>, file: string): Promise<Part> {
  const load = parts[file];
  if (load === undefined) throw new Error(`${file} is missing`);
  return load();
}
