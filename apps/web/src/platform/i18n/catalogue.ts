import type { Language } from '@mutual-transfer/domain/language/language';
import { type Messages, translator } from '@mutual-transfer/domain/language/messages';

import { type Names, namesFrom } from '@mutual-transfer/domain/reference/names';
import type { LaterCatalogue, TextPart, Translate, VisitorCatalogue } from './texts/texts.ts';

/** Loaded texts, names and messages of one language. */
export interface Catalogue {
  t: Translate;
  names: Names;
  /** Messages of the domain: those about input, and with the member's catalogue those of agreements and reports. */
  messages: Messages;
}

type LaterCatalogues = Readonly<Partial<Record<TextPart, LaterCatalogue>>>;

/** One file per language and audience, so that no user downloads another language, or texts of screens for another audience. */
const visitorFiles = import.meta.glob<VisitorCatalogue>('./texts/*-visitor.ts');
const laterFiles = import.meta.glob<LaterCatalogue>(['./texts/*-*.ts', '!./texts/*-visitor.ts']);

const loaded = new Map<Language, { visitor: VisitorCatalogue; later: LaterCatalogues }>();
const catalogues = new Map<Language, Catalogue>();
const listeners = new Set<() => void>();

/** Parts that screens have asked for in any language. A language chosen later loads all of them. */
const needed = new Set<TextPart>();

/** Loads the visitor's catalogue of a language and the parts needed so far, unless they are loaded. */
export async function loadCatalogue(language: Language, parts: readonly TextPart[] = []): Promise<void> {
  for (const part of parts) needed.add(part);
  const present = loaded.get(language);
  const missing = [...needed].filter((part) => present?.later[part] === undefined);
  if (present !== undefined && missing.length === 0) return;
  const [visitor, ...later] = await Promise.all([
    present?.visitor ?? fileOf(visitorFiles, `./texts/${language}-visitor.ts`),
    ...missing.map(async (part) => [part, await laterPart(language, part)] as const),
  ]);
  cacheCatalogue(language, visitor, Object.fromEntries(later));
}

/** @throws {Error} for a language that was not loaded. */
export function catalogueOf(language: Language): Catalogue {
  const catalogue = catalogues.get(language);
  if (catalogue === undefined) throw new Error(`The texts of ${language} are not loaded`);
  return catalogue;
}

/** Calls the listener whenever a catalogue is loaded. @returns a function that unsubscribes. */
export function onCatalogue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the visitor's catalogue of a language, and adds parts to it. `loadCatalogue` calls this with the files of `texts/`. */
export function cacheCatalogue(
  language: Language,
  visitor: VisitorCatalogue,
  added: LaterCatalogues = {},
): void {
  const later = { ...loaded.get(language)?.later, ...added };
  const parts = Object.values(later);
  loaded.set(language, { visitor, later });
  catalogues.set(language, {
    t: translator(language, visitor.texts, ...parts.map(({ texts = {} }) => texts)),
    names: namesFrom({ ...visitor.names, blocks: later.blocks?.blocks ?? {} }),
    messages: translator(language, visitor.messages, ...parts.map(({ messages = {} }) => messages)),
  });
  for (const listener of listeners) listener();
}

async function laterPart(language: Language, part: TextPart): Promise<LaterCatalogue> {
  const file = `./texts/${language}-${part}.ts`;
  return part === 'blocks' && !(file in laterFiles) ? {} : fileOf(laterFiles, file);
}

/** @throws {Error} for a language without that file. */
async function fileOf<File>(files: Record<string, () => Promise<File>>, file: string): Promise<File> {
  const load = files[file];
  if (load === undefined) throw new Error(`${file} is missing`);
  return load();
}
