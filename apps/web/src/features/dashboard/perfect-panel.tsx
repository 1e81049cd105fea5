import { IconHeartHandshake } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import { paths } from '../../paths.ts';
import button from '../../ui/button.module.css';
import classes from './dashboard.module.css';

/** Good news, when there is some. */
export function PerfectPanel({ count }: { count: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (count === 0) return null;
  return (
    <section aria-labelledby="perfect" className={classes.perfect}>
      <IconHeartHandshake aria-hidden="true" size={36} stroke={1.7} />
      <div>
        <h2 id="perfect">{t('dashboard.perfectFound')}</h2>
        <p>{t('dashboard.perfectText', { count, formatted: formats.number(count) })}</p>
      </div>
      <Link className={button.main} to={{ pathname: paths.viewRequests, search: '?tab=my' }}>
        {t('dashboard.perfectShow')}
      </Link>
    </section>
  );
}
