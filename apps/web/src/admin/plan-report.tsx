import { SMALLEST_GROUP } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Plan, PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { IconArrowsExchange, IconChartBar, IconPercentage, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { PlaceMap } from '../places/place-map.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { BarChart, FigureList } from '../ui/charts.tsx';
import page from '../ui/page.module.css';
import stat from '../ui/stat-card.module.css';
import { Stat } from '../ui/stat-card.tsx';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { Download } from './list/download.tsx';

type Stratum = PlanFigures['strata'][number];

/** Returns formatters of shares, times and strata in the user's language. */
export function usePlanFormats() {
  const { t } = useTranslation();
  const { percent, seconds } = useFormats();
  const names = useNames();
  return {
    percent,
    seconds: (milliseconds: number) => seconds(milliseconds / 1_000),
    stratum: ({ subject, classRange, category, mixes }: Stratum) => {
      const level = classRange === null ? t('browse.filter.classRange.any') : names.classLevel(classRange);
      const notStated = t(mixes.includes('category') ? 'plan.anyCategory' : 'plan.notStated');
      return {
        subject: subject === null ? t('browse.filter.subject.any') : names.subject(subject),
        below: `${level} · ${category === null ? notStated : names.category(category)}`,
      };
    },
  };
}

function PlanCharts({ figures }: { figures: PlanFigures }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const reach = figures.byLongestRing.map(({ maxRing, moved }) => ({
    id: String(maxRing),
    label: maxRing === SMALLEST_GROUP ? t('plan.pairs') : t('plan.upTo', { formatted: number(maxRing) }),
    value: moved,
    text: number(moved),
  }));
  const bound = {
    id: 'bound',
    label: t('plan.anyLength'),
    value: figures.bound,
    text: number(figures.bound),
    isMark: true,
  };
  return (
    <>
      <section aria-labelledby="plan-reach" className={card.card}>
        <h4 id="plan-reach">{t('plan.reach')}</h4>
        <p className={page.soft}>{t('plan.reachHint')}</p>
        <BarChart
          bars={[...reach, bound]}
          columns={[t('plan.maxRing'), t('plan.moved')]}
          label={t('plan.reach')}
        />
      </section>
      <section aria-labelledby="plan-rings" className={card.card}>
        <h4 id="plan-rings">{t('plan.rings')}</h4>
        <p className={page.soft}>{t('plan.ringsHint')}</p>
        <BarChart
          bars={figures.ringsByLength.map(({ length, rings }) => ({
            id: String(length),
            label: t('plan.ofTeachers', { count: length, formatted: number(length) }),
            value: rings,
            text: number(rings),
          }))}
          columns={[t('plan.length'), t('rings.title')]}
          label={t('plan.rings')}
        />
      </section>
    </>
  );
}

/** Teachers per district: those who want to move and those whom the plan moves. */
function PlanDistricts({ figures }: { figures: PlanFigures }) {
  const { t } = useTranslation();
  const districts = new Map(figures.districts.map((numbers) => [numbers.district, numbers]));
  return (
    <section aria-labelledby="plan-districts" className={card.card}>
      <h4 id="plan-districts">{t('plan.districts')}</h4>
      <p className={page.soft}>{t('plan.districtsHint')}</p>
      <PlaceMap
        label={t('plan.districts')}
        measures={[
          { id: 'moved', label: t('plan.moved'), numberIn: (name) => districts.get(name)?.moved ?? 0 },
          { id: 'coming', label: t('browse.coming'), numberIn: (name) => districts.get(name)?.coming ?? 0 },
          {
            id: 'leaving',
            label: t('browse.leaving'),
            numberIn: (name) => districts.get(name)?.leaving ?? 0,
          },
        ]}
      />
    </section>
  );
}

const SHOWN_AT_FIRST = 10;

/** Groups of teachers who can swap with each other: same subject, class level and category. */
function PlanStrata({ strata }: { strata: readonly Stratum[] }) {
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

export function PlanReport({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { figures } = plan;
  if (figures === null) return null;
  return (
    <article aria-labelledby="latest-plan" className={page.section}>
      <div className={page.row}>
        <h3 id="latest-plan">
          {t('plan.latest', { date: formats.dateTime(plan.finishedAt ?? plan.createdAt) })}
        </h3>
        <Download path={`/admin/plans/${plan._id}/rings.csv`} text={t('plan.download')} />
      </div>
      <Numbers figures={figures} />
      <PlanFacts figures={figures} plan={plan} />
      <div className={page.columns}>
        <PlanCharts figures={figures} />
      </div>
      <PlanDistricts figures={figures} />
      <PlanStrata strata={figures.strata} />
    </article>
  );
}

function Numbers({ figures }: { figures: PlanFigures }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent } = usePlanFormats();
  const stats = [
    { label: t('plan.teachers'), value: formats.number(figures.teachers), Icon: IconUsers },
    { label: t('plan.moved'), value: formats.number(figures.moved), Icon: IconArrowsExchange, tone: 'good' },
    { label: t('plan.bound'), value: formats.number(figures.bound), Icon: IconChartBar },
    { label: t('plan.share'), value: percent(figures.share), Icon: IconPercentage },
  ] as const;
  return (
    <ul className={`${page.cells} ${stat.stats}`}>
      {stats.map(({ label, value, Icon, ...rest }) => (
        <li key={label}>
          <Stat {...rest} icon={<Icon size={22} />} label={label} value={value} />
        </li>
      ))}
    </ul>
  );
}

/** Parameters, requester and cost of a plan. */
function PlanFacts({ plan, figures }: { plan: Plan; figures: PlanFigures }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent, seconds } = usePlanFormats();
  return (
    <div className={card.card}>
      <FigureList
        facts={[
          [t('plan.maxRing'), formats.number(plan.maxRing)],
          [t('plan.survival'), percent(plan.survival)],
          [t('plan.cappedBound'), formats.number(figures.cappedBound)],
          [t('plan.gap'), percent(figures.gap)],
          ...(plan.survival < 1
            ? [[t('plan.expected'), formats.number(Math.round(figures.expectedMoves))] as const]
            : []),
          [t('plan.offers'), formats.number(figures.offers)],
          [t('plan.took'), seconds(figures.milliseconds)],
          [t('plan.by'), t(plan.isNightly ? 'plan.byNight' : 'plan.byAdministrator')],
        ]}
      />
    </div>
  );
}
