import type { Report } from '@mutual-transfer/domain/administration/report';
import { ADMIN_PAGE_SIZE } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import chip from '../../ui/chip.module.css';
import { FocusedNotice } from '../../ui/focused-notice.tsx';
import page from '../../ui/page.module.css';
import { reportsQuery } from '../admin.queries.ts';
import { listQuery, withWords } from '../admin-address.ts';
import { ListFrame } from '../list-frame.tsx';
import { SpanFilter, spanWords } from '../span-fields.tsx';
import { Decision } from './decision.tsx';
import { ReportCard } from './report-card.tsx';

const states = ['open', 'decided'] as const;
const names = { words: ['state', ...spanWords], pages: ['page'], limit: ADMIN_PAGE_SIZE };

/** Lists reports between teachers: open ones and decided ones. */
export function Reports({ token }: { token: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const [deciding, setDeciding] = useState<Report>();
  const [notice, setNotice] = useState({ text: '' });
  const state = parameters.get('state') === 'decided' ? 'decided' : 'open';
  const query = useQuery(reportsQuery(token, listQuery(parameters, names)));
  const close = () => setDeciding(undefined);
  const decided = () => {
    close();
    setNotice({ text: t('adminReports.done') });
  };
  return (
    <section aria-labelledby="reports" className={page.section}>
      <div>
        <h2 id="reports">{t('adminReports.title')}</h2>
        <p className={page.soft}>{t('adminReports.lead')}</p>
      </div>
      <nav aria-label={t('adminReports.title')}>
        <ul className={page.chips}>
          {states.map((name) => (
            <li key={name}>
              <Link
                aria-current={name === state ? 'page' : undefined}
                className={chip.chip}
                to={{ search: `${withWords(parameters, 'state', name === 'open' ? '' : name)}` }}
              >
                {t(`adminReports.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SpanFilter />
      <FocusedNotice notice={notice} />
      <ListFrame
        empty={t(state === 'open' ? 'adminReports.noneOpen' : 'adminReports.noneDecided')}
        label={t('adminReports.title')}
        pagination={query.data?.pagination}
        query={query}
      >
        <ul className={card.list}>
          {query.data?.reports.map((report) => (
            <li key={report._id}>
              <ReportCard onDecide={() => setDeciding(report)} report={report} />
            </li>
          ))}
        </ul>
      </ListFrame>
      {deciding && <Decision onClose={close} onDone={decided} report={deciding} />}
    </section>
  );
}
