import { exclusionColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { Exclusion, ExclusionLines, ExclusionList } from '@mutual-transfer/domain/seasons/exclusion';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import admin from './admin.module.css';
import { refreshAdmin } from './admin.queries.ts';
import { CsvImport } from './csv-import.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { adminListQuery } from './list/page-query.ts';
import { ActionFailure } from './list/query-state.tsx';
import { PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';

const TEACHERS_A_PAGE = 25;

/** Teachers whom the office keeps out of the season, with the import of a list of them. */
export function Exclusions({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const list = useListPage({
    limit: TEACHERS_A_PAGE,
    queryOf: (search) =>
      adminListQuery<ExclusionList>(['admin', userId, 'exclusions'], '/admin/exclusions', search),
    rowsOf: ({ exclusions }) => exclusions,
  });
  const refresh = () => refreshAdmin(client, userId, 'exclusions');
  const admitting = useAction(
    async ({ teacher }: Exclusion) => {
      await callApi(`/admin/exclusions/${teacher._id}`, { method: 'DELETE' });
      return teacher.name;
    },
    async (name) => {
      await refresh();
      setNotice({ text: t('admin.exclusions.admitted', { name }) });
    },
  );
  const columns = useExclusionColumns(admitting);
  return (
    <Section id="exclusions" lead={t('admin.exclusions.lead')} title={t('admin.exclusions.title')}>
      <FocusedNotice notice={notice} />
      <ActionFailure error={admitting.error} text={t('admin.failed')} />
      <details className={card.card}>
        <summary>{t('admin.exclusions.import')}</summary>
        <CsvImport<ExclusionLines>
          confirm={({ recorded: count }) =>
            count === 0 ? null : t('admin.exclusions.record', { count, formatted: formats.number(count) })
          }
          hint={t('admin.exclusions.hint')}
          onDone={refresh}
          path="/admin/exclusions/import"
          report={(report) => <Lines report={report} />}
        />
      </details>
      <AdminList
        {...list}
        columns={columns}
        empty={t('admin.exclusions.none')}
        keyOf={({ teacher }) => teacher._id}
        label={t('admin.exclusions.title')}
      />
    </Section>
  );
}

interface Admitting {
  isBusy: boolean;
  run: (exclusion: Exclusion) => void;
}

function useExclusionColumns({ isBusy, run }: Admitting): Column<Exclusion>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  return useColumns(exclusionColumns, {
    teacher: ({ teacher }) => <PersonLink person={teacher} />,
    district: ({ district }) => district && names.district(district),
    reason: ({ reason }) => reason,
    until: ({ until }) => (until === null ? t('admin.exclusions.wholeSeason') : formats.date(until)),
    recorded: ({ recordedAt, recordedBy }) =>
      [formats.date(recordedAt), recordedBy].filter(Boolean).join(' · '),
    actions: (exclusion) => (
      <Button
        aria-label={`${t('admin.exclusions.admit')}: ${exclusion.teacher.name}`}
        isBusy={isBusy}
        onClick={() => run(exclusion)}
      >
        {t('admin.exclusions.admit')}
      </Button>
    ),
  });
}

type Line = ExclusionLines['lines'][number];

/** Lines of an imported file with their results, those that are not recorded first. */
function Lines({ report: { lines, recorded: count, preview } }: { report: ExclusionLines }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isClear = ({ result }: Line) => result === 'recorded' || result === 'already';
  const untilOf = ({ until, result }: Line) => {
    if (until !== null) return t('admin.exclusions.untilDay', { date: formats.date(until) });
    return result === 'bad_date' ? '' : t('admin.exclusions.wholeSeason');
  };
  const label = t('admin.exclusions.import');
  return (
    <div className={page.stack}>
      <p>{t(`admin.exclusions.${preview ? 'would' : 'did'}`, { count, formatted: formats.number(count) })}</p>
      <ol aria-label={label} className={admin.lines}>
        {[...lines.filter((line) => !isClear(line)), ...lines.filter(isClear)].map((line) => (
          <li key={line.line}>
            <p>
              <strong>{t('admin.csv.lineNumber', { number: formats.number(line.line) })}</strong>{' '}
              {line.teacher === null ? (
                <span className={admin.typed}>{line.name}</span>
              ) : (
                <PersonLink person={line.teacher} />
              )}
            </p>
            <p className={admin.typed}>{[line.reason, untilOf(line)].filter(Boolean).join(' · ')}</p>
            <Tag tone={line.result === 'recorded' ? 'good' : isClear(line) ? 'low' : 'urgent'}>
              {t(
                `admin.exclusions.results.${line.result === 'recorded' && preview ? 'recordable' : line.result}`,
              )}
            </Tag>
          </li>
        ))}
      </ol>
    </div>
  );
}
