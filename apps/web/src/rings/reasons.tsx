import type { WhyNothingYet } from '@mutual-transfer/domain/ring';
import { useTranslation } from '../i18n/language.tsx';
import { useFormats } from '../i18n/names.ts';
import classes from './ring.module.css';

/** How many others there are, among those of the same subject, class level and category. */
export function Reasons({ reasons }: { reasons: WhyNothingYet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { leavingWanted, wantingMine, both, shortest, plannedTeachers, plannedMoved } = reasons;
  const numbers = [
    [t('advice.leavingWanted'), leavingWanted],
    [t('advice.wantingMine'), wantingMine],
    [t('advice.both'), both],
    ...(shortest === null ? [] : [[t('advice.shortest'), shortest] as const]),
  ] as const;
  return (
    <section>
      <h3>{t('advice.reasons')}</h3>
      <dl className={classes.numbers}>
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      {plannedTeachers !== null && plannedMoved !== null && (
        <p>
          {t('advice.planned', {
            teachers: formats.number(plannedTeachers),
            moved: formats.number(plannedMoved),
          })}
        </p>
      )}
    </section>
  );
}
