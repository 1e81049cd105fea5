import type { PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';
import { usePlanFormats } from './plan-formats.ts';

const SHOWN_AT_FIRST = 10;

type Stratum = PlanFigures['strata'][number];

/** Groups of teachers who can swap with each other: same subject, class level and category. */
export function PlanStrata({ strata }: { strata: readonly Stratum[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? strata : strata.slice(0, SHOWN_AT_FIRST);
  const columns = useStratumColumns();
  return (
    <section aria-labelledby="plan-strata" className={page.section}>
      <div>
        <h4 id="plan-strata">{t('plan.strata')}</h4>
        <p className={page.soft}>{t('plan.strataHint')}</p>
      </div>
      <DataTable
        columns={columns}
        keyOf={({ subject, classRange, category }) => `${subject}/${classRange}/${category}`}
        label={t('plan.strata')}
        rows={shown}
      />
      {shown.length < strata.length && (
        <Button onClick={() => setWhole(true)}>
          {t('plan.showAll', { count: strata.length, formatted: formats.number(strata.length) })}
        </Button>
      )}
    </section>
  );
}

function useStratumColumns(): Column<Stratum>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { stratum: named, percent } = usePlanFormats();
  const figure = (
    name: 'teachers' | 'moved' | 'expected' | 'cappedBound',
    value: (row: Stratum) => number,
  ) => ({ id: name, header: t(`plan.${name}`), value: (row: Stratum) => number(value(row)) });
  return [
    {
      id: 'stratum',
      header: t('plan.stratum'),
      value: (stratum) => (
        <>
          {named(stratum).subject}
          <span className={page.soft}>{named(stratum).below}</span>
        </>
      ),
    },
    figure('teachers', ({ teachers }) => teachers),
    figure('moved', ({ moved }) => moved),
    figure('expected', ({ expectedMoves }) => Math.round(expectedMoves)),
    figure('cappedBound', ({ cappedBound }) => cappedBound),
    { id: 'gap', header: t('plan.gap'), value: ({ gap }) => percent(gap) },
  ];
}
