import type { AdminStats } from '@mutual-transfer/domain/administration/administration';
import {
  IconBuildingBank,
  IconCircleCheck,
  IconCurrencyRupee,
  IconFlag,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import stat from '../../ui/stat-card.module.css';
import { Stat } from '../../ui/stat-card.tsx';
import { statsQuery } from '../admin.queries.ts';

const numbers: readonly { readonly name: keyof AdminStats; readonly Icon: typeof IconUsers }[] = [
  { name: 'totalUsers', Icon: IconUsers },
  { name: 'activeRequests', Icon: IconFlag },
  { name: 'completedTransfers', Icon: IconCircleCheck },
  { name: 'pendingRequests', Icon: IconBuildingBank },
  { name: 'paidUsers', Icon: IconCurrencyRupee },
  { name: 'inactiveUsers', Icon: IconUserOff },
];

/** Figures of the whole product. */
export function AdminNumbers({ token }: { token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useQuery(statsQuery(token));
  return (
    <section aria-labelledby="numbers" className={page.section}>
      <h2 id="numbers">{t('admin.stats')}</h2>
      {query.isError && <Failure onRetry={() => void query.refetch()} text={t('admin.failed')} />}
      <ul aria-busy={query.isPending} className={`${page.cells} ${stat.stats}`}>
        {numbers.map(({ name, Icon }) => (
          <li key={name}>
            <Stat
              icon={<Icon size={22} />}
              label={t(`admin.${name}`)}
              value={query.data && formats.number(query.data[name])}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
