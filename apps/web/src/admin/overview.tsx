import type { AdminStats } from '@mutual-transfer/domain/administration/administration';
import { agreementTasks } from '@mutual-transfer/domain/administration/office-agreement';
import {
  type OpenWorkCounts,
  type WaitingKind,
  waitingKinds,
} from '@mutual-transfer/domain/administration/open-work';
import {
  IconBuildingBank,
  IconCalendarDue,
  IconCash,
  IconCircleCheck,
  IconCurrencyRupee,
  IconFileText,
  IconFlag,
  IconMailOff,
  IconMessageExclamation,
  IconMessageReport,
  IconMessageX,
  IconReceiptRupee,
  IconReplace,
  IconUserOff,
  IconUserQuestion,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session.ts';
import { currentSeasonQuery } from '../seasons/seasons.queries.ts';
import page from '../ui/page.module.css';
import stat from '../ui/stat-card.module.css';
import { Stat } from '../ui/stat-card.tsx';
import { ScreenOfSkeletons } from '../ui/states.tsx';
import { deskQuery, statsQuery, waitingQuery } from './admin.queries.ts';
import { SeasonLine } from './desk.tsx';
import { GrowthChart } from './growth-chart.tsx';
import { QueryState } from './list/query-state.tsx';
import { PairsSection } from './pairs.tsx';
import { SeasonNow } from './seasons.tsx';
import { Section } from './section.tsx';
import { isOfState, searchOfList, sectionSearch } from './sections.ts';

interface NumberShown {
  name: Exclude<keyof AdminStats, 'unpaidProposals' | 'unpaidAgreements'>;
  Icon: typeof IconUsers;
  isShareOfTeachers?: true;
  /** Query string of the list of the counted accounts. */
  list?: string;
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
function AdminNumbers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useQuery(statsQuery(userId));
  const teachers = query.data?.totalUsers ?? 0;
  const shareOfTeachers = (part = 0) =>
    teachers === 0 ? undefined : t('admin.ofTeachers', { share: formats.percent(part / teachers) });
  return (
    <Section id="numbers" title={t('dashboard.stats')}>
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

/** Overview: the season as a line of numbers, and waiting work; for administrators of the state also figures, and folded their growth and possible swaps. */
export function Overview({ userId }: { userId: string }) {
  const session = useSession();
  const { language } = useReading();
  const isState = session !== null && isOfState(session.user);
  const waiting = useQuery(waitingQuery(userId));
  const season = useQuery(currentSeasonQuery(language));
  const desk = useQuery(deskQuery(userId));
  // Parts that load one after another would push down those below. The figures have their final height while they load.
  if (waiting.isPending || season.isPending || desk.isPending) return <ScreenOfSkeletons />;
  return (
    <div className={page.page}>
      <SeasonLine userId={userId} />
      <WaitingCards userId={userId} />
      <SeasonNow isOfState={isState} />
      {isState && (
        <>
          <AdminNumbers userId={userId} />
          <GrowthChart userId={userId} />
          <PairsSection userId={userId} />
        </>
      )}
    </div>
  );
}

const icons: Record<WaitingKind, typeof IconFlag> = {
  moneyReports: IconCash,
  reports: IconFlag,
  complaints: IconMessageExclamation,
  heldTexts: IconMessageReport,
  overdueAgreements: IconCalendarDue,
  partlyJoined: IconUsersMinus,
  unexplainedPayments: IconReceiptRupee,
  undelivered: IconMailOff,
};

const tasks = [...agreementTasks, 'objections'] as const;

const taskIcons: Record<(typeof tasks)[number], typeof IconFlag> = {
  withoutOrder: IconFileText,
  notJoined: IconUserQuestion,
  factsChanged: IconReplace,
  objections: IconMessageX,
};

/** Counts of items that wait for the administrator. Each links to the list of these items. */
export function WaitingCards({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(waitingQuery(userId));
  const counted = useQuery(deskQuery(userId)).data?.tasks;
  const due = waitingKinds.filter((kind) => (query.data?.[kind]?.count ?? 0) > 0);
  const dueTasks = tasks.filter((task) => (counted?.[task].count ?? 0) > 0);
  const isAny = due.length + dueTasks.length > 0;
  return (
    <Section id="waiting" title={t('admin.waiting.title')}>
      <QueryState hasSkeletons={false} query={query} />
      {query.data?.paidMessages && <PaidMessages {...query.data.paidMessages} />}
      {query.data && counted && !isAny && <p className={page.soft}>{t('admin.waiting.none')}</p>}
      {query.data && isAny && (
        <ul className={`${page.cells} ${stat.stats}`}>
          {dueTasks.map((task) => (
            <WaitingCard
              count={counted?.[task].count ?? 0}
              Icon={taskIcons[task]}
              key={task}
              label={t(task === 'objections' ? 'admin.objections.waiting' : `admin.agreements.tasks.${task}`)}
              search={searchOfList(counted?.[task].list ?? '')}
            />
          ))}
          {due.map((kind) => (
            <WaitingCard
              count={query.data[kind]?.count ?? 0}
              Icon={icons[kind]}
              key={kind}
              label={t(`admin.waiting.${kind}`)}
              search={waitingSearch(kind, query.data)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Says that a day's total of paid messages is reached, and what follows. */
function PaidMessages({ all, strangers, own }: NonNullable<OpenWorkCounts['paidMessages']>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const values = {
    sent: formats.number(all.sent),
    allowed: formats.number(all.allowed),
    toStrangers: formats.number(strangers.sent),
    allowedToStrangers: formats.number(strangers.allowed),
    toOwn: formats.number(own.sent),
    allowedToOwn: formats.number(own.allowed),
  };
  return (
    <p className={page.note} role="status">
      {t('admin.waiting.paidMessages', values)}
    </p>
  );
}

interface WaitingCardProps {
  Icon: typeof IconFlag;
  label: string;
  count: number;
  search: string;
}

function WaitingCard({ Icon, label, count, search }: WaitingCardProps) {
  const formats = useFormats();
  return (
    <li>
      <Link className={stat.link} to={{ search }}>
        <Stat icon={<Icon size={22} />} label={label} value={formats.number(count)} />
      </Link>
    </li>
  );
}

const sections: Record<WaitingKind, string> = {
  moneyReports: 'reports',
  reports: 'reports',
  complaints: 'reports',
  heldTexts: 'texts',
  overdueAgreements: 'agreements',
  partlyJoined: 'agreements',
  unexplainedPayments: 'unexplained',
  undelivered: 'undelivered',
};

/** Returns the query string of the list of waiting items, with the filters from the API. */
function waitingSearch(kind: WaitingKind, waiting: OpenWorkCounts): string {
  const [, filters = ''] = (waiting[kind]?.list ?? '').split('?');
  return `?${new URLSearchParams([['section', sections[kind]], ...new URLSearchParams(filters)])}`;
}
