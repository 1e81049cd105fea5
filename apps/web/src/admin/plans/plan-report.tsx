import type { Plan, PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { IconArrowsExchange, IconChartBar, IconPercentage, IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { Figures } from '../../ui/charts/figures.tsx';
import stat from '../../ui/charts/stat-card.module.css';
import { Stat } from '../../ui/charts/stat-card.tsx';
import page from '../../ui/page.module.css';
import { Download } from '../files/download.tsx';
import { PlanCharts } from './plan-charts.tsx';
import { PlanDistricts } from './plan-districts.tsx';
import { usePlanFormats } from './plan-formats.ts';
import { PlanStrata } from './plan-strata.tsx';

/** Report of a finished plan. */
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
      <Figures
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
