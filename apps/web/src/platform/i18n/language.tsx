import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
} from '@mutual-transfer/domain/language/language';
import type { Messages } from '@mutual-transfer/domain/language/messages';
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
import type { TextPart, Translate } from './texts/texts.ts';

interface Reading extends Catalogue {
  language: Language;
  choose: (language: Language) => Promise<void>;
}

const ReadingContext = createContext<Reading | undefined>(undefined);
const A_YEAR_IN_SECONDS = 31_536_000;

/** Provides the texts of one language. A choice is stored in a cookie and rendered without a page load. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  const choose = useCallback(async (chosen: Language) => {
    await loadCatalogue(chosen, ['blocks']);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox for Android.
    document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${A_YEAR_IN_SECONDS}; samesite=lax`;
    // Sets the language before React renders: API calls read it, and the first are sent during the render.
    document.documentElement.lang = chosen;
    setLanguage(chosen);
  }, []);
  const read = () => catalogueOf(language);
  const catalogue = useSyncExternalStore(onCatalogue, read, read);
  const reading = useMemo(() => ({ ...catalogue, language, choose }), [catalogue, language, choose]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** Returns the language of the document. For code outside the component tree, in browsers only. */
export function languageOnScreen(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}

/** Loads catalogues for the next screen. The server loads all of them when it starts. */
export async function loadTexts(parts: readonly TextPart[]): Promise<void> {
  if (typeof document !== 'undefined') await loadCatalogue(languageOnScreen(), parts);
}

/** Returns the current language, its catalogue, and a function that changes the language. */
export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === undefined) throw new Error('There is no LanguageProvider above');
  return reading;
}

/** Returns the messages of the domain, such as those about wrong input. */
export function useMessages(): Messages {
  return useReading().messages;
}

/** Returns the texts of the current language. */
export function useTranslation(): { t: Translate } {
  return useReading();
}
