import type { Language } from '@mutual-transfer/domain/language';
import { english as englishMessages, type Messages } from '@mutual-transfer/domain/messages/english';
import { english, type Texts } from './english.ts';

/** Everything a reader of one language reads: texts of screens, sentences about input, names of places. */
export interface Catalogue {
  readonly texts: Texts;
  readonly messages: Messages;
  /** The address of the styles its script needs, if it needs any: its typeface. */
  readonly stylesheet?: string;
  /** The place's name in this language for its English name; `block` needs its district too. */
  readonly district: (name: string) => string;
  readonly block: (district: string, name: string) => string;
}

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
