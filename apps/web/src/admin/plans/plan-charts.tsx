import { SMALLEST_GROUP } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import page from '../../ui/page.module.css';

/** Charts of the plan by ring size. */
export function PlanCharts({ figures }: { figures: PlanFigures }) {
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
          columns={[t('plan.length'), t('plan.ringsCount')]}
          label={t('plan.rings')}
        />
      </section>
    </>
  );
}
