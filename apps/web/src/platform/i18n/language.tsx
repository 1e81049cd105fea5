import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
} from '@mutual-transfer/domain/language/language';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Catalogue, catalogueOf, loadCatalogue, onCatalogue } from './catalogue.ts';
import type { TextPart } from './text-parts.ts';
import type { Translate } from './texts/texts.ts';

interface Reading extends Catalogue {
  readonly language: Language;
  readonly choose: (language: Language) => Promise<void>;
}

const ReadingContext = createContext<Reading | undefined>(undefined);
const A_YEAR_IN_SECONDS = 31_536_000;

/** Gives everything below the texts of one language; a choice is kept in a cookie and changes the page in place. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  const choose = useCallback(async (chosen: Language) => {
    await loadCatalogue(chosen, ['blocks']);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox for Android.
    document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${A_YEAR_IN_SECONDS}; samesite=lax`;
    // Calls name this language; the first of them are sent while the page is rendered in the chosen one.
    document.documentElement.lang = chosen;
    setLanguage(chosen);
  }, []);
  const read = () => catalogueOf(language);
  const catalogue = useSyncExternalStore(onCatalogue, read, read);
  const reading = useMemo(() => ({ ...catalogue, language, choose }), [catalogue, language, choose]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** The language of the document, for what runs outside the tree of components, in browsers only. */
export function languageOnScreen(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}

/** Fetches parts of the texts for the screen that comes next. The server has everything from the start. */
export async function loadTexts(parts: readonly TextPart[]): Promise<void> {
  if (typeof document !== 'undefined') await loadCatalogue(languageOnScreen(), parts);
}

/** The language on screen, its catalogue, and the way to choose another. */
export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === undefined) throw new Error('There is no LanguageProvider above');
  return reading;
}

/** The sentences of the domain: about input, and how agreements end. The public list has none of them. */
export function useMessages(): Messages {
  return useReading().messages;
}

/** The texts of the language on screen. */
export function useTranslation(): { readonly t: Translate } {
  return useReading();
}
