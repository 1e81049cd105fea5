import { LANGUAGE_COOKIE, type Language } from '@mutual-transfer/domain/language';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { catalogueOf, loadCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue-shape.ts';
import { type Translate, translator } from './translation.ts';

interface Reading extends Catalogue {
  readonly language: Language;
  readonly choose: (language: Language) => Promise<void>;
  readonly t: Translate;
}

const ReadingContext = createContext<Reading | undefined>(undefined);
const A_YEAR_IN_SECONDS = 31_536_000;

/** Gives everything below the texts of one language; a choice is kept in a cookie and changes the page in place. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  const choose = useCallback(async (chosen: Language) => {
    await loadCatalogue(chosen);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox for Android.
    document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${A_YEAR_IN_SECONDS}; samesite=lax`;
    setLanguage(chosen);
  }, []);
  const reading = useMemo(() => {
    const catalogue = catalogueOf(language);
    return { ...catalogue, language, choose, t: translator(language, catalogue.texts) };
  }, [language, choose]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** The language on screen, its catalogue, and the way to choose another. */
export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === undefined) throw new Error('There is no LanguageProvider above');
  return reading;
}

/** The texts of the language on screen. */
export function useTranslation(): { readonly t: Translate } {
  return useReading();
}
