import type { Language } from '@mutual-transfer/domain/language';
import { english as englishMessages } from '@mutual-transfer/domain/messages/english';
import type { Catalogue } from './catalogue-shape.ts';
import { english } from './english.ts';

const catalogues = new Map<Language, Catalogue>([
  [
    'en',
    { texts: english, messages: englishMessages, district: (name) => name, block: (_district, name) => name },
  ],
]);

export function registerCatalogue(language: Language, catalogue: Catalogue): void {
  catalogues.set(language, catalogue);
}

/** Fetches the catalogue of a language unless it is there: readers of English never download Hindi. */
export async function loadCatalogue(language: Language): Promise<void> {
  if (catalogues.has(language)) return;
  const { hindi } = await import('./hindi.ts');
  registerCatalogue(language, hindi);
}

/** @throws {Error} for a language that was not loaded. */
export function catalogueOf(language: Language): Catalogue {
  const catalogue = catalogues.get(language);
  if (catalogue === undefined) throw new Error(`The texts of ${language} are not loaded`);
  return catalogue;
}
