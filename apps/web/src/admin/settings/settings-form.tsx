import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import type { PaymentSettings } from '@mutual-transfer/domain/payments/payment';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useConfirmation } from '../../form/use-confirmation.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { settingsQuery, unpaidQuery } from '../admin.queries.ts';
import { settingsErrors, useSettingsForm } from './use-settings-form.ts';

/** Form of the current fee. */
export function SettingsForm({ settings, userId }: { settings: PaymentSettings; userId: string }) {
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
          texts={{ confirm: t('admin.settingsSave'), cancel: t('admin.cancel') }}
          title={t('admin.settingsConfirmTitle')}
        >
          {change === 'admin.settingsConfirmStart' && <UnpaidMembers userId={userId} />}
        </ConfirmDialog>
      )}
      <FormEnd
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
