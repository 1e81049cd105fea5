import type { Report } from '@mutual-transfer/domain/administration/report';
import { reportReasons } from '@mutual-transfer/domain/administration/report-reasons';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import chip from '../../ui/chip.module.css';
import page from '../../ui/page.module.css';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';
import { reportsQuery } from '../admin.queries.ts';
import { AdminList } from '../list/admin-list.tsx';
import { type Filter, useSpanFilters } from '../list/filters.tsx';
import { withParameter } from '../list/list-address.ts';
import { useListPage } from '../list/use-list-page.ts';
import { Section } from '../sections/section.tsx';
import { Decision } from './decision.tsx';
import { useReportColumns } from './report-columns.tsx';

const states = ['open', 'decided'] as const;

/** Lists reports between teachers: open ones and decided ones. */
export function Reports({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const say = useMessages();
  const [parameters] = useSearchParams();
  const [deciding, setDeciding] = useState<Report>();
  const [notice, setNotice] = useState({ text: '' });
  const state = parameters.get('state') === 'decided' ? 'decided' : 'open';
  const reason: Filter = {
    kind: 'choice',
    name: 'reason',
    label: t('reports.reason'),
    options: reportReasons.map((one) => ({ value: one, label: say(`report.${one}`) })),
  };
  const list = useListPage({
    filters: [reason, ...useSpanFilters()],
    otherNames: ['state'],
    queryOf: (search) => reportsQuery(userId, search),
    rowsOf: ({ reports }) => reports,
  });
  const columns = useReportColumns(setDeciding);
  const close = () => setDeciding(undefined);
  const decided = () => {
    close();
    setNotice({ text: t('adminReports.done') });
  };
  return (
    <Section id="reports" lead={t('adminReports.lead')} title={t('adminReports.title')}>
      <nav aria-label={t('adminReports.title')}>
        <ul className={page.chips}>
          {states.map((name) => (
            <li key={name}>
              <Link
                aria-current={name === state ? 'page' : undefined}
                className={chip.chip}
                to={{ search: `${withParameter(parameters, 'state', name === 'open' ? '' : name)}` }}
              >
                {t(`adminReports.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/reports.csv' }}
        empty={t(state === 'open' ? 'adminReports.noneOpen' : 'adminReports.noneDecided')}
        keyOf={({ _id }) => _id}
        label={t('adminReports.title')}
      />
      {deciding && <Decision onClose={close} onDone={decided} report={deciding} />}
    </Section>
  );
}
