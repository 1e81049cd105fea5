import {
  ERASED_AFTER_YEARS,
  type Period,
  type RetentionKind,
  retention,
  UNUSED_AFTER_YEARS,
} from '@mutual-transfer/domain/retention';
import { useTranslation } from '../platform/i18n/language.tsx';
import type { Translate } from '../platform/i18n/texts/texts.ts';
import { usePrivacyFacts } from '../platform/operator.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './privacy-notice.module.css';
import { PrivacyNotice } from './privacy-notice.tsx';

export default function NoticePage() {
  const { t } = useTranslation();
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('frame.notice')} />
      <div>
        <h1>{t('frame.notice')}</h1>
        <p className={page.lead}>{t('notice.lead')}</p>
      </div>
      <PrivacyNotice hasList />
      <KeptList />
    </div>
  );
}

/** Shows the retention table: kinds of rows, periods and reasons. */
function KeptList() {
  const { t } = useTranslation();
  const { sealsRecords } = usePrivacyFacts();
  const kinds = (Object.keys(retention) as RetentionKind[]).filter(
    (kind) => kind !== 'sealed' || sealsRecords,
  );
  return (
    <section aria-labelledby="kept" className={page.near}>
      <h2 id="kept">{t('retention.title')}</h2>
      <p>{t('retention.lead')}</p>
      <p>{t('retention.unused', { asked: UNUSED_AFTER_YEARS, erased: ERASED_AFTER_YEARS })}</p>
      <dl className={`${page.near} ${classes.notice}`}>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`retention.kinds.${kind}.what`)}</dt>
            <dd>
              {periodText(t, retention[kind].period)}: {t(`retention.kinds.${kind}.why`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function periodText(t: Translate, period: Period): string {
  if (period === 'account' || period === 'product') return t(`retention.${period}`);
  if ('hours' in period) return t('retention.hours', { count: period.hours });
  if ('days' in period) return t('retention.days', { count: period.days });
  return t('retention.years', { count: period.years });
}
