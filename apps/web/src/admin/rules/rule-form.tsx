import { LARGEST_POSSIBLE_GROUP, swapAttributes } from '@mutual-transfer/domain/agreements/agreement-rules';
import {
  MOST_YEARS_OF_SERVICE,
  type PolicyRule,
  type RuleHistory,
  ruleKindNames,
} from '@mutual-transfer/domain/matching/policy-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useConfirmation } from '../../form/use-confirmation.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import page from '../../ui/page.module.css';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { rulesQuery } from '../admin.queries.ts';
import { groupSizes } from '../group-sizes.ts';
import { RuleTrial } from './rule-trial.tsx';
import { bodyOf, changeOf, errorsOf, type RuleFormValues, valuesOf } from './rule-values.ts';
import { useRuleTexts } from './use-rule-texts.ts';

const serviceYears = Array.from({ length: MOST_YEARS_OF_SERVICE + 1 }, (_, years) => years);

/** Form that changes a rule: shows the effect on the plan, and saves the rule from a date on after a confirmation. */
export function RuleForm({ userId, written }: { userId: string; written: RuleHistory }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useRuleForm(written, userId);
  const { isAsked, submit, onClose, onConfirm } = useConfirmation(form, {
    errors: () => errorsOf(form.current(), messages),
  });
  return (
    <div className={card.card}>
      <Form form={{ ...form, submit }}>
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
        {form.values.kind === 'openWindow' ? (
          <p className={page.soft}>{t('rules.windowTryHint')}</p>
        ) : (
          <RuleTrial change={changeOf(form.values)} userId={userId} />
        )}
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
        {isAsked && (
          <ConfirmRule day={written.day} onClose={onClose} onConfirm={onConfirm} values={form.values} />
        )}
        <FormEnd
          failed={(error) => <ActionFailure error={error} text={t('rules.failedSave')} />}
          form={form}
          texts={{ submit: t('rules.save') }}
        />
        {form.isDone && <FocusedNotice notice={form.notice} />}
      </Form>
    </div>
  );
}

function useRuleForm(written: RuleHistory, userId: string) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const form = useForm({
    initial: valuesOf(written),
    check: (values) => errorsOf(values, messages),
    send: (values) => callApi<PolicyRule>('/admin/rules', { method: 'POST', body: bodyOf(values) }),
    onDone: () => {
      setNotice({ text: t('rules.saved') });
      return client.invalidateQueries({ queryKey: rulesQuery(userId).queryKey });
    },
  });
  return { ...form, notice };
}

interface ConfirmRuleProps {
  readonly values: RuleFormValues;
  /** Current date in India. */
  readonly day: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms a rule: names its value, its first day, and what happens to open proposals. */
function ConfirmRule({ values, day, onConfirm, onClose }: ConfirmRuleProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const texts = useRuleTexts();
  const isAtOnce = values.validFrom <= day;
  return (
    <ConfirmDialog
      isBusy={false}
      onClose={onClose}
      onConfirm={onConfirm}
      text={t('rules.confirmRule', {
        rule: t(`rules.kinds.${values.kind}`),
        value: texts.value(bodyOf(values)),
      })}
      texts={{ confirm: t('rules.save'), cancel: t('admin.cancel') }}
      title={t('rules.confirmTitle')}
    >
      <p>
        {isAtOnce
          ? t('rules.confirmToday')
          : t('rules.confirmLater', { date: formats.date(values.validFrom) })}
      </p>
    </ConfirmDialog>
  );
}

type RuleFormState = Pick<
  ReturnType<typeof useForm<RuleFormValues, PolicyRule>>,
  'text' | 'toggle' | 'values'
>;

/** Fields of the rule's value, by its kind. */
function RuleValue({ form }: { form: RuleFormState }) {
  const { t } = useTranslation();
  const texts = useRuleTexts();
  switch (form.values.kind) {
    case 'largestGroup':
      return (
        <SelectField
          label={t('rules.kinds.largestGroup')}
          options={groupSizes(LARGEST_POSSIBLE_GROUP).map((size) => ({
            value: String(size),
            label: texts.upTo(size),
          }))}
          {...form.text('largestGroup')}
        />
      );
    case 'minimumService':
      return (
        <SelectField
          label={t('rules.kinds.minimumService')}
          options={serviceYears.map((years) => ({ value: String(years), label: texts.years(years) }))}
          {...form.text('minimumService')}
        />
      );
    case 'mustBeEqual':
      return (
        <fieldset className={page.stack}>
          <legend>{t('rules.kinds.mustBeEqual')}</legend>
          {swapAttributes.map((attribute) => (
            <CheckField
              key={attribute}
              label={t(`rules.attributes.${attribute}`)}
              {...form.toggle(attribute)}
            />
          ))}
        </fieldset>
      );
    case 'openWindow':
      return <WindowFields form={form} />;
  }
}

function WindowFields({ form }: { form: RuleFormState }) {
  const { t } = useTranslation();
  return (
    <fieldset className={page.stack}>
      <legend>{t('rules.kinds.openWindow')}</legend>
      <CheckField label={t('rules.isLimited')} {...form.toggle('isLimited')} />
      {form.values.isLimited && (
        <div className={page.columns}>
          <TextField label={t('rules.opens')} required type="date" {...form.text('opens')} />
          <TextField
            description={t('rules.closesHint')}
            label={t('rules.closes')}
            min={form.values.opens}
            type="date"
            {...form.text('closes')}
          />
        </div>
      )}
    </fieldset>
  );
}
