import { IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** Number of perfect matches, if any. */
export function PerfectPanel({ count, userId }: { count: number; userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(waitingAgreementsQuery(userId));
  if (count === 0) return null;
  // A proposal that awaits an answer has the primary button.
  const kind = data?.agreements.length ? 'soft' : 'main';
  return (
    <section aria-labelledby="perfect" className={`${page.note} ${page.row}`}>
      <div>
        <h2 className={`${page.chips} ${page.done}`} id="perfect">
          <IconHeartHandshake aria-hidden="true" size={26} />
          {t('dashboard.perfectFound')}
        </h2>
        <p>{t('dashboard.perfectText', { count, formatted: formats.number(count) })}</p>
      </div>
      <Link className={button[kind]} to={{ pathname: paths.viewRequests, search: '?tab=my' }}>
        {t('dashboard.perfectShow')}
      </Link>
    </section>
  );
}
