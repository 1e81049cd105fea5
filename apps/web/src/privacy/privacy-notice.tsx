import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useSealsRecords } from '../platform/operator.ts';
import { useSupportEmail } from '../platform/support.queries.ts';
import page from '../ui/page.module.css';
import classes from './privacy-notice.module.css';

const parts = ['what', 'why', 'who', 'back', 'kept'] as const;

/** Privacy notice with its version. */
export function PrivacyNotice() {
  const { t } = useTranslation();
  const formats = useFormats();
  const supportEmail = useSupportEmail();
  const sealsRecords = useSealsRecords();
  return (
    <div className={`${page.stack} ${classes.notice}`}>
      <dl className={page.near}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`notice.${part}.title`)}</dt>
            <dd>
              {t(`notice.${part}.text`)}
              {part === 'kept' && sealsRecords && ` ${t('notice.kept.sealed')}`}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('notice.complaints')}</dt>
          <dd>
            {t('notice.complaintsText')}{' '}
            {supportEmail !== '' && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
          </dd>
        </div>
      </dl>
      <p className={page.soft}>{t('notice.version', { date: formats.date(PRIVACY_NOTICE_VERSION) })}</p>
    </div>
  );
}
