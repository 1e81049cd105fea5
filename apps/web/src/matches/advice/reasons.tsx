import type { WhyNothingYet } from '@mutual-transfer/domain/matching/ring';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Figures } from '../../ui/charts/figures.tsx';
import page from '../../ui/page.module.css';

/**
 * Reasons for having no matches: the counts above zero, by the categories of the match cards, and the plan's result for similar teachers.
 */
export function Reasons({ reasons }: { reasons: WhyNothingYet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { directSwaps, directSwapsVerified, sameDistricts, wantsYourPlace, worksThere, shortest } = reasons;
  const { plannedTeachers, plannedMoved, planReason } = reasons;
  const numbers = [
    [t('advice.directSwaps'), directSwaps],
    [t('advice.directSwapsVerified'), directSwapsVerified],
    [t('advice.sameDistricts'), sameDistricts],
    [t('advice.wantsYourPlace'), wantsYourPlace],
    [t('advice.worksThere'), worksThere],
    ...(shortest === null ? [] : [[t('advice.shortest'), shortest] as const]),
  ] as const;
  const found = numbers.filter(([, value]) => value > 0);
  return (
    <section className={page.tight}>
      <h3>{t('advice.reasons')}</h3>
      {found.length === 0 && <p>{t('advice.noneYet')}</p>}
      {found.length > 0 && <Figures facts={found.map(([label, value]) => [label, formats.number(value)])} />}
      {plannedTeachers !== null && plannedTeachers > 0 && plannedMoved !== null && (
        <p>
          {t('advice.planned', {
            teachers: formats.number(plannedTeachers),
            moved: formats.number(plannedMoved),
          })}
        </p>
      )}
      {planReason !== null && <p>{t(`advice.planReasons.${planReason}`)}</p>}
    </section>
  );
}
