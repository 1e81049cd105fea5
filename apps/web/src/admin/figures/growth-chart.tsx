import type { Growth } from '@mutual-transfer/domain/administration/administration';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { ColumnChart } from '../../ui/charts/column-chart.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';
import { growthQuery } from '../admin.queries.ts';
import { Download } from '../files/download.tsx';
import { useSearchParameter } from '../list/list-address.ts';
import { QueryState } from '../query-state.tsx';
import { firstDay } from './first-day.ts';
import { stepsOf } from './growth-steps.ts';
import { SpanFields } from './span-fields.tsx';

type Figure = Exclude<keyof Growth['days'][number], 'day'>;

const figures = [
  'registrations',
  'invitationVisits',
  'invitationRegistrations',
  'missingVisits',
  'missingRegistrations',
  'requests',
  'completed',
  'payments',
  'income',
] as const satisfies Figure[];

const DEFAULT_DAYS = 30;

const PARAMETERS = ['growth', 'from', 'to'];

/** Shows one figure over time as a column chart and as a table. Folded, unless the address has one of its fields. */
export function GrowthChart({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const [isOpen, setOpen] = useState(PARAMETERS.some((name) => parameters.has(name)));
  return (
    <details className={card.card} onToggle={(event) => setOpen(event.currentTarget.open)} open={isOpen}>
      <summary>
        <h2>{t('admin.growth.title')}</h2>
      </summary>
      {isOpen && <Growing userId={userId} />}
    </details>
  );
}

function Growing({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { value, change } = useSearchParameter('growth', []);
  const [parameters] = useSearchParams();
  const from = parameters.get('from') ?? firstDay(new Date(), DEFAULT_DAYS);
  const to = parameters.get('to') ?? firstDay(new Date(), 1);
  const query = useQuery(growthQuery(userId, from, to));
  const figure = figures.find((name) => name === value) ?? figures[0];
  const write = figure === 'income' ? formats.rupees : formats.number;
  const steps = stepsOf(query.data?.days ?? [], figure, from, to).map(({ day, value: much }) => ({
    id: day,
    label: formats.date(day),
    value: much,
    text: write(much),
  }));
  const isEmpty = steps.every(({ value: much }) => much === 0);
  return (
    <div className={page.section}>
      <p className={page.soft}>{t('admin.growth.hint')}</p>
      <div className={page.filters}>
        <SelectField
          label={t('admin.growth.figure')}
          name="growth"
          onChange={change}
          options={figures.map((name) => ({ value: name, label: t(`admin.growth.${name}`) }))}
          value={figure}
        />
        <SpanFields initial={{ from, to }} />
        <Download path={`/admin/growth.csv?${new URLSearchParams({ from, to })}`} />
      </div>
      <QueryState query={query} />
      {query.data && isEmpty && <p className={page.soft}>{t('admin.growth.none')}</p>}
      {query.data && !isEmpty && (
        <>
          <ColumnChart
            axis={t('admin.growth.day')}
            columns={steps}
            label={t(`admin.growth.${figure}`)}
            write={write}
          />
          <details>
            <summary>{t('admin.growth.table')}</summary>
            <BarChart
              bars={steps.filter(({ value: much }) => much > 0)}
              columns={[t('admin.growth.day'), t(`admin.growth.${figure}`)]}
              label={t(`admin.growth.${figure}`)}
            />
          </details>
        </>
      )}
    </div>
  );
}
