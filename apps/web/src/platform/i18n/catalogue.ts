import type { Language } from '@mutual-transfer/domain/language/language';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import { translator } from '@mutual-transfer/domain/language/messages/translator';
import { type Names, namesFrom } from '@mutual-transfer/domain/reference/names';
import type { TextPart } from './text-parts.ts';
import type { LaterPart, OpenPart, Translate } from './texts/texts.ts';

/** What a reader of one language reads, as far as it is loaded. */
export interface Catalogue {
  readonly t: Translate;
  readonly names: Names;
  /** The sentences of the domain that the screens opened so far say; those about input with the first form. */
  readonly messages: Messages;
}

type LaterParts = Readonly<Partial<Record<TextPart, LaterPart>>>;

/** Each language's parts stand apart: readers of one never download another, nor what no screen of theirs says. */
const openFiles = import.meta.glob<OpenPart>('./texts/*-open.ts');
const laterFiles = import.meta.glob<LaterPart>(['./texts/*-*.ts', '!./texts/*-open.ts']);

const loaded = new Map<Language, { readonly open: OpenPart; readonly later: LaterParts }>();
const catalogues = new Map<Language, Catalogue>();
const listeners = new Set<() => void>();

/** The parts that screens have asked for, in whatever language: a language that is chosen later comes with all of them. */
const needed = new Set<TextPart>();

/** Fetches what the screens opened so far, and those that need these parts, say in a language, unless it is there. */
export async function loadCatalogue(language: Language, parts: readonly TextPart[] = []): Promise<void> {
  for (const part of parts) needed.add(part);
  const present = loaded.get(language);
  const missing = [...needed].filter((part) => present?.later[part] === undefined);
  if (present !== undefined && missing.length === 0) return;
  const [open, ...later] = await Promise.all([
    present?.open ?? fileOf(openFiles, `./texts/${language}-open.ts`),
    ...missing.map(async (part) => [part, await laterPart(language, part)] as const),
  ]);
  keepCatalogue(language, open, Object.fromEntries(later));
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

/** Adds parts to a language's texts; `loadCatalogue` does so with the files of `texts/`. */
export function keepCatalogue(language: Language, open: OpenPart, added: LaterParts = {}): void {
  const later = { ...loaded.get(language)?.later, ...added };
  const parts = Object.values(later);
  loaded.set(language, { open, later });
  catalogues.set(language, {
    t: translator(language, open.texts, ...parts.map(({ texts = {} }) => texts)),
    names: namesFrom({ ...open.names, blocks: later.blocks?.blocks ?? {} }),
    messages: translator(language, ...parts.map(({ messages = {} }) => messages)),
  });
  for (const listener of listeners) listener();
}

async function laterPart(language: Language, part: TextPart): Promise<LaterPart> {
  const file = `./texts/${language}-${part}.ts`;
  return part === 'blocks' && !(file in laterFiles) ? {} : fileOf(laterFiles, file);
}

/** @throws {Error} for a language without that file. */
async function fileOf<File>(files: Record<string, () => Promise<File>>, file: string): Promise<File> {
  const load = files[file];
  if (load === undefined) throw new Error(`${file} is missing`);
  return load();
}
