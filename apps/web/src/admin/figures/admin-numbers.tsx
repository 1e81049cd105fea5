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
import stat from '../../ui/charts/stat-card.module.css';
import { Stat } from '../../ui/charts/stat-card.tsx';
import page from '../../ui/page.module.css';
import { statsQuery } from '../admin.queries.ts';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';

interface NumberShown {
  readonly name: Exclude<keyof AdminStats, 'unpaidProposals' | 'unpaidAgreements'>;
  readonly Icon: typeof IconUsers;
  readonly isShareOfTeachers?: true;
}

const numbers: readonly NumberShown[] = [
  { name: 'totalUsers', Icon: IconUsers },
  { name: 'activeRequests', Icon: IconFlag },
  { name: 'completedTransfers', Icon: IconCircleCheck, isShareOfTeachers: true },
  { name: 'pendingRequests', Icon: IconBuildingBank },
  { name: 'paidUsers', Icon: IconCurrencyRupee, isShareOfTeachers: true },
  { name: 'inactiveUsers', Icon: IconUserOff, isShareOfTeachers: true },
];

/** Figures of the whole product. */
export function AdminNumbers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useQuery(statsQuery(userId));
  const teachers = query.data?.totalUsers ?? 0;
  const shareOfTeachers = (part = 0) =>
    teachers === 0 ? undefined : t('admin.ofTeachers', { share: formats.percent(part / teachers) });
  return (
    <Section id="numbers" title={t('admin.stats')}>
      <QueryState hasSkeletons={false} query={query} />
      <ul aria-busy={query.isPending} className={`${page.cells} ${stat.sixStats}`}>
        {numbers.map(({ name, Icon, isShareOfTeachers }) => (
          <li key={name}>
            <Stat
              icon={<Icon size={22} />}
              label={t(`admin.${name}`)}
              note={isShareOfTeachers && shareOfTeachers(query.data?.[name])}
              value={query.data && formats.number(query.data[name])}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
