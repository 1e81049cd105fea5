import { Button } from '@mantine/core';
import { LONGEST_PLAN_RING, type NewPlan, type Plan, SHORTEST_PLAN_RING } from '@mutual-transfer/domain/plan';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import card from '../../ui/card.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { ActionFailure } from './action-failure.tsx';
import { planBoardQuery } from './admin-queries.ts';
import classes from './plan.module.css';
import { usePlanFormats } from './plan-formats.ts';

const lengths = Array.from(
  { length: LONGEST_PLAN_RING - SHORTEST_PLAN_RING + 1 },
  (_, index) => LONGEST_PLAN_RING - index,
);
const chances = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

interface PlanFormProps {
  readonly token: string;
  readonly onStarted: (plan: Plan) => void;
}

/** What the next plan is asked for. */
export function PlanForm({ token, onStarted }: PlanFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent } = usePlanFormats();
  const client = useQueryClient();
  const [maxRing, setMaxRing] = useState(String(LONGEST_PLAN_RING));
  const [survival, setSurvival] = useState('1');
  const { run, isBusy, error } = useAction(
    (body: NewPlan) => callApi<Plan>('/admin/plans', { method: 'POST', body }),
    (started) => {
      onStarted(started);
      return client.invalidateQueries({ queryKey: planBoardQuery(token).queryKey });
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run({ maxRing: Number(maxRing), survival: Number(survival) });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <h3 className={classes.wide}>{t('plan.new')}</h3>
      <SelectField
        label={t('plan.maxRing')}
        name="maxRing"
        onChange={setMaxRing}
        options={lengths.map((length) => ({
          value: String(length),
          label:
            length === SHORTEST_PLAN_RING
              ? t('plan.pairs')
              : t('plan.upToTeachers', { count: length, formatted: formats.number(length) }),
        }))}
        value={maxRing}
      />
      <SelectField
        label={t('plan.survival')}
        name="survival"
        onChange={setSurvival}
        options={chances.map((chance) => ({ value: String(chance), label: percent(chance) }))}
        value={survival}
      />
      <Button loading={isBusy} type="submit">
        {t('plan.start')}
      </Button>
      <p className={`${card.soft} ${classes.wide}`}>{t('plan.survivalHint')}</p>
      {!isBusy && <ActionFailure error={error} text={t('plan.failedStart')} />}
    </form>
  );
}
