import { useTranslation } from '../../platform/i18n/language.tsx';
import { PrivacyNotice } from '../../privacy/privacy-notice.tsx';
import page from '../../ui/page.module.css';

/** Consent with the privacy notice to read in place. */
export function Consent() {
  const { t } = useTranslation();
  return (
    <div className={page.well}>
      <p>{t('notice.agree')}</p>
      <details>
        <summary>{t('notice.title')}</summary>
        <PrivacyNotice />
      </details>
    </div>
  );
}
