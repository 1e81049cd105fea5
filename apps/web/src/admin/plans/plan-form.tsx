import { MOST_DEEP_MINUTES, type Plan } from '@mutual-transfer/domain/matching/plan';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';
import { ActionFailure } from '../action-failure.tsx';
import { planBoardQuery } from '../admin.queries.ts';
import { groupSizes, useGroupSizeText } from '../group-sizes.ts';
import { usePlanFormats } from './plan-formats.ts';

const chances = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

const deepTimes = [0, 1, 5, 15, MOST_DEEP_MINUTES];

interface PlanFormProps {
  readonly userId: string;
  /** Maximum number of teachers in a ring that the rules allow. */
  readonly largestGroup: number;
  readonly onStarted: (plan: Plan) => void;
}

/** Form for the next plan. */
export function PlanForm({ userId, largestGroup, onStarted }: PlanFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent } = usePlanFormats();
  const sizeText = useGroupSizeText();
  const client = useQueryClient();
  const form = useForm({
    initial: { maxRing: String(largestGroup), survival: '1', deepMinutes: '0' },
    // The selects offer only values that the API accepts.
    check: () => ({}),
    send: ({ maxRing, survival, deepMinutes }) =>
      callApi<Plan>('/admin/plans', {
        method: 'POST',
        body: {
          maxRing: Number(maxRing),
          survival: Number(survival),
          deepMinutes: Number(deepMinutes),
        },
      }),
    onDone: (started) => {
      onStarted(started);
      return client.invalidateQueries({ queryKey: planBoardQuery(userId).queryKey });
    },
  });
  return (
    <Form form={form}>
      <h3>{t('plan.new')}</h3>
      <div className={page.columns}>
        <SelectField
          label={t('plan.maxRing')}
          options={groupSizes(largestGroup).map((size) => ({ value: String(size), label: sizeText(size) }))}
          {...form.text('maxRing')}
        />
        <SelectField
          label={t('plan.survival')}
          options={chances.map((chance) => ({ value: String(chance), label: percent(chance) }))}
          {...form.text('survival')}
        />
        <SelectField
          label={t('plan.deepMinutes')}
          options={deepTimes.map((count) => ({
            value: String(count),
            label:
              count === 0
                ? t('plan.deepNone')
                : t('plan.deepFor', { count, formatted: formats.number(count) }),
          }))}
          {...form.text('deepMinutes')}
        />
      </div>
      <div className={page.columns}>
        <p className={page.soft}>{t('plan.survivalHint')}</p>
        <FormEnd
          failed={(error) => <ActionFailure error={error} text={t('plan.failedStart')} />}
          form={form}
          texts={{ submit: t('plan.start') }}
        />
      </div>
    </Form>
  );
}
