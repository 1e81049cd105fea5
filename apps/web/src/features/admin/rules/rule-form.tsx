import {
  LARGEST_POSSIBLE_GROUP,
  SMALLEST_GROUP,
  swapAttributes,
} from '@mutual-transfer/domain/agreement-rules';
import {
  newRule,
  type PolicyRule,
  type RuleHistory,
  ruleKindNames,
} from '@mutual-transfer/domain/policy-rules';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { Form } from '../../../form/form.tsx';
import { FormEnd } from '../../../form/form-end.tsx';
import { schemaErrors } from '../../../form/schema-errors.ts';
import { useForm } from '../../../form/use-form.ts';
import { useMessages, useTranslation } from '../../../i18n/language.tsx';
import card from '../../../ui/card.module.css';
import { CheckField } from '../../../ui/check-field.tsx';
import page from '../../../ui/page.module.css';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { rulesQuery } from '../admin-queries.ts';
import { RuleTrial } from './rule-trial.tsx';
import { bodyOf, changeOf, type RuleValues, valuesOf } from './rule-values.ts';
import { useRuleWords } from './rule-words.ts';

const sizes = Array.from(
  { length: LARGEST_POSSIBLE_GROUP - SMALLEST_GROUP + 1 },
  (_, index) => LARGEST_POSSIBLE_GROUP - index,
);

/** A change of a rule: what it would do to the plan, and writing it from a day on. */
export function RuleForm({ token, written }: { token: string; written: RuleHistory }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const form = useForm({
    initial: valuesOf(written),
    check: (values) => schemaErrors(newRule, bodyOf(values), messages),
    send: (values) => callApi<PolicyRule>('/admin/rules', { method: 'POST', body: bodyOf(values) }),
    onDone: () => client.invalidateQueries({ queryKey: rulesQuery(token).queryKey }),
  });
  return (
    <div className={card.card}>
      <Form form={form}>
        <div>
          <h3>{t('rules.change')}</h3>
          <p className={page.soft}>{t('rules.changeHint')}</p>
        </div>
        <SelectField
          label={t('rules.rule')}
          options={ruleKindNames.map((kind) => ({ value: kind, label: t(`rules.kinds.${kind}`) }))}
          {...form.text('kind')}
        />
        <RuleValue form={form} />
        <RuleTrial change={() => changeOf(form.current())} token={token} />
        <div className={page.columns}>
          <TextField
            description={t('rules.validFromHint')}
            label={t('rules.validFrom')}
            min={written.day}
            required
            type="date"
            {...form.text('validFrom')}
          />
          <TextField
            autoComplete="off"
            description={t('rules.linkHint')}
            inputMode="url"
            label={t('rules.link')}
            {...form.text('link')}
          />
        </div>
        <TextField
          autoComplete="off"
          description={t('rules.sourceHint')}
          label={t('rules.source')}
          required
          {...form.text('source')}
        />
        <FormEnd
          done={t('rules.saved')}
          failed={(error) => <ActionFailure error={error} text={t('rules.failedSave')} />}
          form={form}
          texts={{ submit: t('rules.save') }}
        />
      </Form>
    </div>
  );
}

type RuleFormState = Pick<ReturnType<typeof useForm<RuleValues, PolicyRule>>, 'text' | 'toggle' | 'values'>;

/** The fields of the value, by the kind that is chosen. */
function RuleValue({ form }: { form: RuleFormState }) {
  const { t } = useTranslation();
  const words = useRuleWords();
  if (form.values.kind === 'largestGroup') {
    return (
      <SelectField
        label={t('rules.kinds.largestGroup')}
        options={sizes.map((size) => ({ value: String(size), label: words.upTo(size) }))}
        {...form.text('largestGroup')}
      />
    );
  }
  return (
    <fieldset className={page.stack}>
      <legend>{t('rules.kinds.mustBeEqual')}</legend>
      {swapAttributes.map((attribute) => (
        <CheckField key={attribute} label={t(`rules.attributes.${attribute}`)} {...form.toggle(attribute)} />
      ))}
    </fieldset>
  );
}
