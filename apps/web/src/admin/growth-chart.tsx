import type { Growth } from '@mutual-transfer/domain/administration/administration';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { BarChart, ColumnChart } from '../ui/charts.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { growthQuery } from './admin.queries.ts';
import { Download } from './list/download.tsx';
import { useSearchParameter } from './list/list-address.ts';
import { QueryState } from './list/query-state.tsx';

/** Returns the first of the last `days` days in the Indian calendar, as `YYYY-MM-DD`. The day of `now` is the last one. */
export function firstDay(now: Date, days: number): string {
  return dayInIndia(new Date(now.getTime() - (days - 1) * MILLISECONDS_A_DAY));
}

type Day = Growth['days'][number];
type GrowthFigure = Exclude<keyof Day, 'day'>;

const DAY = 24 * 60 * 60 * 1_000;
const MOST_STEPS = 62;

/** Column of a chart over time: its first day, and the sum over its days. */
interface Step {
  day: string;
  value: number;
}

/** Returns one figure from the first to the last day, including days without data. Steps are days, in longer spans weeks or multiples of 30 days. */
export function growthSteps(days: readonly Day[], figure: GrowthFigure, from: string, to: string): Step[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY) + 1;
  const length = lengthOf(count);
  const sums = Array.from({ length: Math.max(0, Math.ceil(count / length)) }, () => 0);
  for (const day of days) {
    const step = Math.floor((Date.parse(day.day) - first) / DAY / length);
    if (step >= 0 && step < sums.length) sums[step] = (sums[step] ?? 0) + day[figure];
  }
  return sums.map((value, step) => ({
    day: new Date(first + step * length * DAY).toISOString().slice(0, 10),
    value,
  }));
}

/** Returns the number of days per column that keeps the chart within a phone's width. */
function lengthOf(days: number): number {
  if (days <= MOST_STEPS) return 1;
  return days <= MOST_STEPS * 7 ? 7 : 30 * Math.ceil(days / (MOST_STEPS * 30));
}

interface SpanFieldsProps {
  /** Span if the URL contains none. */
  initial: { from: string; to: string };
}

/** First and last day of a chart, stored in the URL. */
function SpanFields({ initial }: SpanFieldsProps) {
  const { t } = useTranslation();
  const from = useSearchParameter('from');
  const to = useSearchParameter('to');
  return (
    <>
      <TextField
        label={t('admin.from')}
        name="from"
        onChange={from.change}
        type="date"
        value={from.value || initial.from}
      />
      <TextField
        label={t('admin.to')}
        name="to"
        onChange={to.change}
        type="date"
        value={to.value || initial.to}
      />
    </>
  );
}

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
  const steps = growthSteps(query.data?.days ?? [], figure, from, to).map(({ day, value: much }) => ({
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
