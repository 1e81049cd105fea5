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
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import stat from '../../ui/charts/stat-card.module.css';
import { Stat } from '../../ui/charts/stat-card.tsx';
import page from '../../ui/page.module.css';
import { statsQuery } from '../admin.queries.ts';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';
import { sectionSearch } from '../sections/sections.ts';

interface NumberShown {
  readonly name: Exclude<keyof AdminStats, 'unpaidProposals' | 'unpaidAgreements'>;
  readonly Icon: typeof IconUsers;
  readonly isShareOfTeachers?: true;
  /** Query string of the list of the counted accounts. */
  readonly list?: string;
}

const numbers: readonly NumberShown[] = [
  { name: 'totalUsers', Icon: IconUsers, list: sectionSearch('users') },
  { name: 'activeRequests', Icon: IconFlag },
  { name: 'completedTransfers', Icon: IconCircleCheck, isShareOfTeachers: true },
  { name: 'pendingRequests', Icon: IconBuildingBank },
  { name: 'paidUsers', Icon: IconCurrencyRupee, isShareOfTeachers: true, list: sectionSearch('paid') },
  {
    name: 'inactiveUsers',
    Icon: IconUserOff,
    isShareOfTeachers: true,
    list: `${sectionSearch('users')}&isActive=false`,
  },
];

/** Figures of the whole product. Those of accounts link to their list. */
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
        {numbers.map(({ name, Icon, isShareOfTeachers, list }) => (
          <li key={name}>
            <Linked search={list}>
              <Stat
                icon={<Icon size={22} />}
                label={t(`admin.${name}`)}
                note={isShareOfTeachers && shareOfTeachers(query.data?.[name])}
                value={query.data && formats.number(query.data[name])}
              />
            </Linked>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Links a figure to the list of what it counts, if there is one. */
function Linked({ search, children }: { search: string | undefined; children: ReactNode }) {
  if (search === undefined) return children;
  return (
    <Link className={stat.link} to={{ search }}>
      {children}
    </Link>
  );
}
