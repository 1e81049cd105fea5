import { allLanguages, type Language, languageEntry } from '@mutual-transfer/domain/language';
import { useState } from 'react';
import { useReading, useTranslation } from '../i18n/language.tsx';
import chip from '../ui/chip.module.css';
import classes from './header.module.css';

/** A button for each other language, with its name in itself. */
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
          className={chip.chip}
          key={other}
          lang={other}
          onClick={() => change(other)}
          type="button"
        >
          {languageEntry(other).name}
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
