import type { ServiceAdvice as Found } from '@mutual-transfer/domain/matching/ring';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { accountPartPath } from '../../platform/paths.ts';
import button from '../../ui/button.module.css';

/** Explains that the rules require years of service that the teacher lacks or has not stated. */
export function ServiceAdvice({ advice }: { advice: Found | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (advice === null) return null;
  const years = formats.number(advice.years);
  return (
    <section>
      <h3>{t('account.service')}</h3>
      <p>
        {advice.servedOn === null
          ? t('advice.serviceNotStated', { years })
          : t('advice.serviceTooShort', { years, date: formats.date(advice.servedOn) })}
      </p>
      {advice.servedOn === null && (
        <Link className={button.soft} to={accountPartPath('profile')}>
          {t('advice.stateService')}
        </Link>
      )}
    </section>
  );
}
