import { LARGEST_POSSIBLE_GROUP, swapAttributes } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { NewRuleTrial, RuleTrial as Trial } from '@mutual-transfer/domain/matching/plan';
import {
  MOST_YEARS_OF_SERVICE,
  orderers,
  type PolicyRule,
  type RuleHistory,
  ruleKindNames,
} from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfirmation } from '../form/dialogs.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { Failure, FocusedNotice } from '../ui/states.tsx';
import { rulesQuery, ruleTrialQuery } from './admin.queries.ts';
import { groupSizes } from './group-sizes.ts';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { ActionFailure } from './list/query-state.tsx';
import {
  changeOf,
  errorsOf,
  newRuleOf,
  type RuleFormValues,
  ruleFormValues,
  useRuleTexts,
} from './rule-values.ts';

interface RuleTrialProps {
  userId: string;
  /** Change of the current form values. */
  change: NewRuleTrial['rules'];
}

/** A started trial, with the change that it tries. */
interface Tried {
  id: string;
  change: NewRuleTrial['rules'];
}

/** Shows the effect of a change of rules on a plan over the current requests, until the form has other values. */
function RuleTrial({ userId, change }: RuleTrialProps) {
  const { t } = useTranslation();
  const { run, state, startError, hasFailed, figures } = useRuleTrial(userId, change);
  return (
    <div className={page.stack}>
      <div className={page.row}>
        <Button isBusy={state === 'running'} onClick={() => run(change)}>
          {t('rules.try')}
        </Button>
        <p className={page.soft} role="status">
          {t(hints[state])}
        </p>
      </div>
      <ActionFailure error={startError} text={t('rules.failedTry')} />
      {hasFailed && <Failure text={t('rules.failedTry')} />}
      {figures && <Comparison figures={figures} />}
    </div>
  );
}

const hints = { running: 'rules.trying', outdated: 'rules.tryAgain', current: 'rules.tryHint' } as const;

/** Starts trials, and returns the figures of the last one while the form still has its values. */
function useRuleTrial(userId: string, change: RuleTrialProps['change']) {
  const [tried, setTried] = useState<Tried>();
  const { run, isBusy, error } = useAction(start, setTried);
  const trial = useQuery({ ...ruleTrialQuery(userId, tried?.id ?? ''), enabled: tried !== undefined });
  const isPending = tried !== undefined && (trial.isPending || trial.data?.status === 'running');
  const isOutdated = tried !== undefined && JSON.stringify(tried.change) !== JSON.stringify(change);
  const idle = isOutdated ? 'outdated' : 'current';
  return {
    run,
    state: isBusy || isPending ? ('running' as const) : idle,
    startError: isBusy ? null : error,
    hasFailed: trial.isError || trial.data?.status === 'failed',
    figures: isOutdated ? null : trial.data?.figures,
  } as const;
}

async function start(change: RuleTrialProps['change']): Promise<Tried> {
  const body = { rules: change };
  const { _id: id } = await callApi<Trial>('/admin/rules/trials', { method: 'POST', body });
  return { id, change };
}

function Comparison({ figures }: { figures: NonNullable<Trial['figures']> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const rows = [
    ['teachers', formats.number],
    ['serviceNotStated', formats.number],
    ['moved', formats.number],
    ['share', formats.percent],
    ['movedInPairs', formats.number],
    ['bound', formats.number],
  ] as const;
  const columns: Column<(typeof rows)[number]>[] = [
    { id: 'figure', header: t('rules.figure'), value: ([name]) => t(`rules.figures.${name}`) },
    { id: 'now', header: t('rules.now'), value: ([name, format]) => format(figures.now[name]) },
    { id: 'changed', header: t('rules.changed'), value: ([name, format]) => format(figures.changed[name]) },
  ];
  return <DataTable columns={columns} keyOf={([name]) => name} label={t('rules.trial')} rows={rows} />;
}

/** Rules that do not change the plan, with the reason. */
const samePlanHints = { openWindow: 'rules.windowTryHint', mixedOrders: 'rules.ordersTryHint' } as const;

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
        {form.values.kind === 'openWindow' || form.values.kind === 'mixedOrders' ? (
          <p className={page.soft}>{t(samePlanHints[form.values.kind])}</p>
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
        <SubmitRow
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
    initial: ruleFormValues(written),
    check: (values) => errorsOf(values, messages),
    send: (values) => callApi<PolicyRule>('/admin/rules', { method: 'POST', body: newRuleOf(values) }),
    onDone: () => {
      setNotice({ text: t('rules.saved') });
      return client.invalidateQueries({ queryKey: rulesQuery(userId).queryKey });
    },
  });
  return { ...form, notice };
}

interface ConfirmRuleProps {
  values: RuleFormValues;
  /** Current date in India. */
  day: string;
  onConfirm: () => void;
  onClose: () => void;
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
        value: texts.value(newRuleOf(values)),
      })}
      texts={{ confirm: t('rules.save'), cancel: t('common.cancel') }}
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
    case 'mixedOrders':
      return (
        <SelectField
          label={t('rules.kinds.mixedOrders')}
          options={orderers.map((orderer) => ({ value: orderer, label: t(`rules.orderers.${orderer}`) }))}
          {...form.text('mixedOrders')}
        />
      );
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
