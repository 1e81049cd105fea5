import type { Language } from '@mutual-transfer/domain/language';
import type { Catalogue, InsideCatalogue } from './catalogue-shape.ts';
import { englishOpen } from './texts/english-open.ts';

const english: Catalogue = { texts: englishOpen, district: (name) => name, block: (_district, name) => name };

const catalogues = new Map<Language, Catalogue>([['en', english]]);
const listeners = new Set<() => void>();

/** Each language's scripts stand apart: readers of one never download the other. */
const sources = {
  en: {
    open: async () => english,
    inside: async () => (await import('./english-inside.ts')).englishInside,
  },
  hi: {
    open: async () => (await import('./hindi.ts')).hindi,
    inside: async () => (await import('./hindi-inside.ts')).hindiInside,
  },
} satisfies Record<Language, { open: () => Promise<Catalogue>; inside: () => Promise<InsideCatalogue> }>;

/** Set as soon as a screen beyond the public list is asked for, in whatever language: every later one comes whole. */
let isInsideNeeded = false;

/** Fetches what the screens opened so far say in a language, unless it is there. */
export async function loadCatalogue(language: Language): Promise<void> {
  if (!catalogues.has(language)) keep(language, await sources[language].open());
  if (isInsideNeeded) await loadInside(language);
}

/** Fetches what every screen says in a language, unless it is there. */
export async function loadWholeCatalogue(language: Language): Promise<void> {
  isInsideNeeded = true;
  await loadCatalogue(language);
}

async function loadInside(language: Language): Promise<void> {
  if (catalogueOf(language).inside !== undefined) return;
  const inside = await sources[language].inside();
  keep(language, { ...catalogueOf(language), inside });
}

/** @throws {Error} for a language that was not loaded. */
export function catalogueOf(language: Language): Catalogue {
  const catalogue = catalogues.get(language);
  if (catalogue === undefined) throw new Error(`The texts of ${language} are not loaded`);
  return catalogue;
}

/** Hears of every catalogue that arrives, until the returned function is called. */
export function onCatalogue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(language: Language, catalogue: Catalogue): void {
  catalogues.set(language, catalogue);
  for (const listener of listeners) listener();
}
