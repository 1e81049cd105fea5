import type { PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Cell, RowTitle, Table } from '../table.tsx';
import { usePlanFormats } from './plan-formats.ts';

const SHOWN_AT_FIRST = 10;

type Stratum = PlanFigures['strata'][number];

/** Groups of teachers who can swap with each other: same subject, class level and category. */
export function PlanStrata({ strata }: { strata: readonly Stratum[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? strata : strata.slice(0, SHOWN_AT_FIRST);
  const columns = [
    t('plan.stratum'),
    t('plan.teachers'),
    t('plan.moved'),
    t('plan.expected'),
    t('plan.cappedBound'),
    t('plan.gap'),
  ];
  return (
    <section aria-labelledby="plan-strata" className={page.section}>
      <div>
        <h4 id="plan-strata">{t('plan.strata')}</h4>
        <p className={page.soft}>{t('plan.strataHint')}</p>
      </div>
      <Table columns={columns} label={t('plan.strata')}>
        {shown.map((stratum) => (
          <StratumRow
            key={`${stratum.subject}/${stratum.classRange}/${stratum.category}`}
            stratum={stratum}
          />
        ))}
      </Table>
      {shown.length < strata.length && (
        <Button onClick={() => setWhole(true)}>
          {t('plan.showAll', { count: strata.length, formatted: formats.number(strata.length) })}
        </Button>
      )}
    </section>
  );
}

function StratumRow({ stratum }: { stratum: Stratum }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { stratum: named, percent } = usePlanFormats();
  const { subject, below } = named(stratum);
  return (
    <tr>
      <RowTitle>
        {subject}
        <span className={page.soft}>{below}</span>
      </RowTitle>
      <Cell label={t('plan.teachers')}>{number(stratum.teachers)}</Cell>
      <Cell label={t('plan.moved')}>{number(stratum.moved)}</Cell>
      <Cell label={t('plan.expected')}>{number(Math.round(stratum.expectedMoves))}</Cell>
      <Cell label={t('plan.cappedBound')}>{number(stratum.cappedBound)}</Cell>
      <Cell label={t('plan.gap')}>{percent(stratum.gap)}</Cell>
    </tr>
  );
}
