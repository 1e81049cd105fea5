import { useState } from 'react';
import { useReading, useTranslation } from '../i18n/language.tsx';
import classes from './header.module.css';

/** The name of the other language, in that language. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, choose } = useReading();
  const [isFailed, setFailed] = useState(false);
  const other = language === 'en' ? 'hi' : 'en';
  return (
    <>
      <button
        aria-label={t('frame.language')}
        className={classes.language}
        lang={other}
        onClick={() => {
          setFailed(false);
          choose(other).catch(() => setFailed(true));
        }}
        type="button"
      >
        {t('frame.languageShort')}
      </button>
      {isFailed && (
        <p className={classes.failed} role="alert">
          {t('errors.offline')}
        </p>
      )}
    </>
  );
}
