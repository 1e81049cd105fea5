import { LANGUAGE_COOKIE, type Language } from '@mutual-transfer/domain/language';
import i18next, { type i18n } from 'i18next';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { catalogueOf, loadCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue-shape.ts';

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
    await loadCatalogue(chosen);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox for Android.
    document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${A_YEAR_IN_SECONDS}; samesite=lax`;
    setLanguage(chosen);
  }, []);
  const reading = useMemo(() => ({ ...catalogueOf(language), language, choose }), [language, choose]);
  const instance = useMemo(() => createI18n(language, catalogueOf(language)), [language]);
  return (
    <ReadingContext value={reading}>
      <I18nextProvider i18n={instance}>{children}</I18nextProvider>
    </ReadingContext>
  );
}

/** The language on screen, its catalogue, and the way to choose another. */
export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === undefined) throw new Error('There is no LanguageProvider above');
  return reading;
}

function createI18n(language: Language, { texts }: Catalogue): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: { translation: texts } },
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}
