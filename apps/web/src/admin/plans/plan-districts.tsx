import type { PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { PlaceMap } from '../../places/place-map.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';

/** Teachers per district: those who want to move and those whom the plan moves. */
export function PlanDistricts({ figures }: { figures: PlanFigures }) {
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
