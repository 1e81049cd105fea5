import { useTranslation } from '../platform/i18n/language.tsx';
import page from '../ui/page.module.css';

const sentences = [
  'privacy.infoHidden',
  'privacy.infoMatches',
  'privacy.infoVisitors',
  'privacy.infoAdministrator',
] as const;

/** Explains the effects of hiding. */
export function PrivacyInfo() {
  const { t } = useTranslation();
  return (
    <aside aria-labelledby="privacy-info" className={page.well}>
      <h2 id="privacy-info">{t('privacy.infoTitle')}</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{t(sentence)}</li>
        ))}
      </ul>
    </aside>
  );
}
