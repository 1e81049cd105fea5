import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useAccountPrivacy } from '../platform/session/profile.ts';
import { hidesSomething, isOpen } from '../requests/form/privacy-text.ts';
import stat from '../ui/charts/stat-card.module.css';
import { Stat } from '../ui/charts/stat-card.tsx';

interface StatsProps {
  requests: readonly TransferRequest[];
  perfect: number;
}

/** Four figures of the user; the last links to the privacy settings. */
export function Stats({ requests, perfect }: StatsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const active = requests.filter(({ status }) => status === 'active');
  const account = useAccountPrivacy();
  const hiding = requests.filter(
    ({ status, privacySettings }) =>
      isOpen(status) && (hidesSomething(account) || hidesSomething(privacySettings)),
  );
  return (
    <section aria-label={t('dashboard.stats')}>
      <ul className={stat.tiles}>
        <li>
          <Stat label={t('dashboard.totalRequests')} value={formats.number(requests.length)} />
        </li>
        <li>
          <Stat label={t('dashboard.activeRequests')} value={formats.number(active.length)} />
        </li>
        <li>
          <Stat
            label={t('dashboard.perfectMatches')}
            tone={perfect > 0 ? 'good' : undefined}
            value={formats.number(perfect)}
          />
        </li>
        <li>
          <Link className={stat.link} to={paths.privacy}>
            <Stat label={t('dashboard.privacyActive')} value={formats.number(hiding.length)} />
          </Link>
        </li>
      </ul>
    </section>
  );
}
