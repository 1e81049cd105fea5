import { allLanguages, type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import { useState } from 'react';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import chip from '../ui/chip.module.css';
import classes from './language-switch.module.css';

/** Button for each other language, labelled in that language. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, choose } = useReading();
  const [isFailed, setFailed] = useState(false);
  const change = (chosen: Language) => {
    setFailed(false);
    choose(chosen).catch(() => setFailed(true));
  };
  const others = allLanguages().filter((other) => other !== language);
  return (
    <>
      {others.map((other) => (
        <button
          aria-label={languageEntry(other).invitation}
          className={`${chip.chip} ${classes.language}`}
          key={other}
          lang={other}
          onClick={() => change(other)}
          type="button"
        >
          <LanguageName language={other} />
        </button>
      ))}
      {isFailed && (
        <p className={classes.failed} role="alert">
          {t('errors.offline')}
        </p>
      )}
    </>
  );
}

/**
 * Name of a language whose script the page's fonts may lack. Drawn as SVG from Noto Sans Devanagari (SIL Open Font License): as text it
 * would make every user download a font for one word.
 */
function LanguageName({ language }: { language: Language }) {
  const { name, isNameDrawn = false } = languageEntry(language);
  if (!isNameDrawn) return name;
  return (
    <svg aria-hidden="true" className={classes.languageName}>
      <use href={`/language-names/${language}.svg#name`} />
    </svg>
  );
}
