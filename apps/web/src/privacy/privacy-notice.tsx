import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { usePrivacyFacts } from '../platform/operator.ts';
import { paths } from '../platform/paths.ts';
import { useSupportEmail } from '../platform/support.queries.ts';
import page from '../ui/page.module.css';
import classes from './privacy-notice.module.css';

const parts = ['what', 'why', 'who', 'back', 'kept'] as const;

/** Privacy notice with its version. @param hasList True on the page that also lists how long each kind of row is kept. */
export function PrivacyNotice({ hasList = false }: { hasList?: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const supportEmail = useSupportEmail();
  const { receivers, sealsRecords } = usePrivacyFacts();
  return (
    <div className={`${page.stack} ${classes.notice}`}>
      <dl className={page.near}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`notice.${part}.title`)}</dt>
            <dd>
              {t(`notice.${part}.text`)}
              {part === 'kept' && sealsRecords && ` ${t('notice.kept.sealed')}`}
              {part === 'kept' && !hasList && (
                <>
                  {' '}
                  <a href={`${paths.notice}#kept`} rel="noreferrer" target="_blank">
                    {t('notice.kept.list')}
                  </a>
                </>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('notice.others.title')}</dt>
          <dd>{[...receivers, 'law' as const].map((one) => t(`notice.others.${one}`)).join(' ')}</dd>
        </div>
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
