import type { Growth } from '@mutual-transfer/domain/administration';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/language.tsx';
import { useFormats } from '../../../i18n/names.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import card from '../../../ui/card.module.css';
import { Failure } from '../../../ui/failure.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { CardSkeletons } from '../../../ui/skeletons.tsx';
import { useWords } from '../admin-address.ts';
import { growthQuery } from '../admin-queries.ts';
import { firstDay } from './first-day.ts';

type Figure = Exclude<keyof Growth['days'][number], 'day'>;

const figures = ['registrations', 'requests', 'completed', 'payments', 'income'] as const satisfies Figure[];

const DEFAULT_SPAN = 30;
const spans = [7, DEFAULT_SPAN, 90, 365] as const;

/** One figure by day, over a span of days. */
export function GrowthChart({ token }: { token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { value, change } = useWords('growth');
  const { value: chosenSpan, change: changeSpan } = useWords('days');
  const days = spans.find((span) => String(span) === chosenSpan) ?? DEFAULT_SPAN;
  const query = useQuery(growthQuery(token, firstDay(new Date(), days)));
  const figure = figures.find((name) => name === value) ?? figures[0];
  const write = figure === 'income' ? formats.rupees : formats.number;
  const bars = query.data?.days.map((day) => ({
    id: day.day,
    label: formats.date(day.day),
    value: day[figure],
    text: write(day[figure]),
  }));
  return (
    <section aria-labelledby="growth" className={card.card}>
      <h2 id="growth">{t('admin.growth.title')}</h2>
      <p className={card.soft}>{t('admin.growth.hint')}</p>
      <SelectField
        label={t('admin.growth.figure')}
        name="growth"
        onChange={change}
        options={figures.map((name) => ({ value: name, label: t(`admin.growth.${name}`) }))}
        value={figure}
      />
      <SelectField
        label={t('admin.growth.span')}
        name="days"
        onChange={changeSpan}
        options={spans.map((span) => ({
          value: String(span),
          label: t('admin.growth.spanDays', { formatted: formats.number(span) }),
        }))}
        value={String(days)}
      />
      {query.isError && <Failure onRetry={() => void query.refetch()} text={t('admin.failed')} />}
      {query.isPending && <CardSkeletons label={t('common.loading')} />}
      {bars?.length === 0 && <p className={card.soft}>{t('admin.growth.none')}</p>}
      {bars !== undefined && bars.length > 0 && (
        <BarChart
          bars={bars}
          columns={[t('admin.growth.day'), t(`admin.growth.${figure}`)]}
          label={t(`admin.growth.${figure}`)}
        />
      )}
    </section>
  );
}
