import { PAYMENT_SETTINGS_RELOAD_DELAY } from '@mutual-transfer/domain/constants';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import {
  type PaymentSettings,
  paymentSettingsChangeSchema,
  type RefundRule as Rule,
  refundRuleChangeSchema,
} from '@mutual-transfer/domain/payments/payment';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfirmation } from '../form/dialogs.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useFreshQuery } from '../platform/queries.ts';
import card from '../ui/card.module.css';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { useTimer } from '../ui/use-timer.ts';
import { refundRuleQuery, settingsQuery, unpaidQuery } from './admin.queries.ts';
import { ActionFailure, QueryState } from './list/query-state.tsx';

/** Returns the form of the fee. Reloads the page shortly after saving, so that every part of it has the new fee. */
function useSettingsForm({ isPaymentRequired, paymentAmount }: PaymentSettings, userId: string) {
  const messages = useMessages();
  const client = useQueryClient();
  const later = useTimer();
  return useForm({
    initial: { isPaymentRequired, paymentAmount: String(paymentAmount) },
    check: (values) => settingsErrors(values, messages),
    send: (values) =>
      callApi<PaymentSettings>('/payment/settings', { method: 'PUT', body: settingsBody(values) }),
    onDone: (settings) => {
      client.setQueryData(settingsQuery(userId).queryKey, settings);
      later(() => window.location.reload(), PAYMENT_SETTINGS_RELOAD_DELAY);
    },
  });
}

/** Returns the request body. Converts only digits to a number; leaves `10.5`, `-5` and `1e3` to the schema, which refuses them. */
function settingsBody({ paymentAmount, ...others }: { paymentAmount: string; isPaymentRequired: boolean }) {
  const typed = paymentAmount.trim();
  return { ...others, paymentAmount: /^\d+$/.test(typed) ? Number(typed) : Number.NaN };
}

function settingsErrors(values: Parameters<typeof settingsBody>[0], messages: Messages): FieldErrors {
  return schemaErrors(paymentSettingsChangeSchema, settingsBody(values), messages);
}

function SettingsForm({ settings, userId }: { settings: PaymentSettings; userId: string }) {
  const { t } = useTranslation();
  const form = useSettingsForm(settings, userId);
  const messages = useMessages();
  const formats = useFormats();
  const client = useQueryClient();
  const { isPaymentRequired: isRequired } = form.values;
  const amount = Number(form.values.paymentAmount);
  const change = changeOf(settings, { isPaymentRequired: isRequired, paymentAmount: amount });
  const { isAsked, submit, onClose, onConfirm } = useConfirmation(form, {
    errors: () => settingsErrors(form.current(), messages),
    // Another administrator may have changed the fee since it was loaded.
    prepare: () => client.invalidateQueries({ queryKey: settingsQuery(userId).queryKey }),
  });
  const isClosed = form.isBusy || form.isDone;
  return (
    <Form form={{ ...form, submit }}>
      <SwitchField
        hint={t('admin.settingsRequiredHint')}
        isDisabled={isClosed}
        label={t('admin.settingsRequired')}
        {...form.toggle('isPaymentRequired')}
      />
      <TextField
        autoComplete="off"
        description={t('admin.settingsFree')}
        inputMode="numeric"
        label={t('admin.settingsAmount')}
        readOnly={isClosed}
        required
        {...form.text('paymentAmount')}
      />
      {isAsked && (
        <ConfirmDialog
          isBusy={form.isBusy}
          onClose={onClose}
          onConfirm={onConfirm}
          text={t(change, {
            before: formats.rupees(settings.paymentAmount),
            after: formats.rupees(amount),
          })}
          texts={{ confirm: t('admin.settingsSave'), cancel: t('common.cancel') }}
          title={t('admin.settingsConfirmTitle')}
        >
          {change === 'admin.settingsConfirmStart' && <UnpaidMembers userId={userId} />}
        </ConfirmDialog>
      )}
      <SubmitRow
        done={t('admin.settingsSaved')}
        failed={(error) => <ActionFailure error={error} text={t('admin.failedSettingsSave')} />}
        form={form}
        isClosed={form.isDone}
        texts={{ submit: t('admin.settingsSave'), busy: t('common.saving') }}
      />
    </Form>
  );
}

/** Says what members of proposals and agreements cannot do until they pay, and how many proposals and agreements these are. */
function UnpaidMembers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(unpaidQuery(userId));
  const { unpaidProposals, unpaidAgreements } = data ?? {};
  return (
    <>
      <p>{t('admin.settingsConfirmUnpaid')}</p>
      {unpaidProposals !== undefined && unpaidAgreements !== undefined && (
        <p>
          {t('admin.settingsConfirmNumbers', {
            proposals: formats.number(unpaidProposals),
            agreements: formats.number(unpaidAgreements),
          })}
        </p>
      )}
    </>
  );
}

/** Returns the text key for what changes for teachers. */
function changeOf(before: PaymentSettings, after: PaymentSettings) {
  const willPay = isFeeCharged(after);
  if (isFeeCharged(before)) return willPay ? 'admin.settingsConfirm' : 'admin.settingsConfirmEnd';
  return willPay ? 'admin.settingsConfirmStart' : 'admin.settingsConfirmOff';
}

export function PaymentSettingsForm({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useFreshQuery(settingsQuery(userId));
  return (
    <section aria-labelledby="payment-settings" className={card.card}>
      <h2 id="payment-settings">{t('admin.settings')}</h2>
      <QueryState query={query} text={t('admin.failedSettings')} />
      {query.data && <SettingsForm settings={query.data} userId={userId} />}
    </section>
  );
}

/** Form for the refund rule: the fee is refunded if an agreement breaks before its papers are submitted. */
export function RefundRuleForm({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useFreshQuery(refundRuleQuery(userId));
  return (
    <section aria-labelledby="refund-rule" className={card.card}>
      <h2 id="refund-rule">{t('admin.refundRule')}</h2>
      <QueryState query={query} text={t('admin.failedRefundRule')} />
      {query.data && <RuleForm rule={query.data} userId={userId} />}
    </section>
  );
}

function RuleForm({ rule, userId }: { rule: Rule; userId: string }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const formats = useFormats();
  const client = useQueryClient();
  const form = useForm({
    initial: { isOn: rule.isOn },
    check: (values) => schemaErrors(refundRuleChangeSchema, values, messages),
    send: (body) => callApi<Rule>('/admin/refund-rule', { method: 'PUT', body }),
    onDone: (saved) => client.setQueryData(refundRuleQuery(userId).queryKey, saved),
  });
  return (
    <Form form={form}>
      <SwitchField
        hint={t('admin.refundRuleHint')}
        isDisabled={form.isBusy}
        label={t('admin.refundRule')}
        {...form.toggle('isOn')}
      />
      {rule.since !== null && (
        <p className={page.soft}>{t('admin.refundRuleSince', { date: formats.dateTime(rule.since) })}</p>
      )}
      <SubmitRow
        done={t('admin.refundRuleSaved')}
        failed={(error) => <ActionFailure error={error} text={t('admin.failedRefundRule')} />}
        form={form}
        texts={{ submit: t('admin.refundRuleSave'), busy: t('common.saving') }}
      />
    </Form>
  );
}
