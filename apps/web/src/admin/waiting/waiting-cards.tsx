import { type Waiting, type WaitingKind, waitingKinds } from '@mutual-transfer/domain/administration/waiting';
import {
  IconCalendarDue,
  IconCash,
  IconFlag,
  IconMailOff,
  IconMessageReport,
  IconUsersMinus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import stat from '../../ui/charts/stat-card.module.css';
import { Stat } from '../../ui/charts/stat-card.tsx';
import page from '../../ui/page.module.css';
import { waitingQuery } from '../admin.queries.ts';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';

const icons: Record<WaitingKind, typeof IconFlag> = {
  moneyReports: IconCash,
  reports: IconFlag,
  heldTexts: IconMessageReport,
  overdueAgreements: IconCalendarDue,
  partlyJoined: IconUsersMinus,
  undelivered: IconMailOff,
};

/** Counts of items that wait for the administrator. Each links to the list of these items. */
export function WaitingCards({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(waitingQuery(userId));
  const due = waitingKinds.filter((kind) => (query.data?.[kind]?.count ?? 0) > 0);
  return (
    <Section id="waiting" title={t('admin.waiting.title')}>
      <QueryState hasSkeletons={false} query={query} />
      {query.data && due.length === 0 && <p className={page.soft}>{t('admin.waiting.none')}</p>}
      {query.data && due.length > 0 && (
        <ul className={`${page.cells} ${stat.stats}`}>
          {due.map((kind) => (
            <WaitingCard key={kind} kind={kind} waiting={query.data} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function WaitingCard({ kind, waiting }: { kind: WaitingKind; waiting: Waiting }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const Icon = icons[kind];
  return (
    <li>
      <Link className={stat.link} to={{ search: waitingSearch(kind, waiting) }}>
        <Stat
          icon={<Icon size={22} />}
          label={t(`admin.waiting.${kind}`)}
          value={formats.number(waiting[kind]?.count ?? 0)}
        />
      </Link>
    </li>
  );
}

const sections: Record<WaitingKind, string> = {
  moneyReports: 'reports',
  reports: 'reports',
  heldTexts: 'texts',
  overdueAgreements: 'agreements',
  partlyJoined: 'agreements',
  undelivered: 'undelivered',
};

/** Returns the query string of the list of waiting items, with the filters from the API. */
export function waitingSearch(kind: WaitingKind, waiting: Waiting): string {
  const [, filters = ''] = (waiting[kind]?.list ?? '').split('?');
  return `?${new URLSearchParams([['section', sections[kind]], ...new URLSearchParams(filters)])}`;
}
