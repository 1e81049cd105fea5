import { PAYMENT_AMOUNT_MAXIMUM, type PaymentSettings } from '@mutual-transfer/domain/payment';
import { Form } from '../../../form/form.tsx';
import { FormEnd } from '../../../form/form-end.tsx';
import { useTranslation } from '../../../i18n/language.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { isAmount } from './amount.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The fee as it is, to be changed. */
export function SettingsForm({ settings, token }: { settings: PaymentSettings; token: string }) {
  const { t } = useTranslation();
  const form = useSettingsForm(settings, token);
  const amount = form.text('paymentAmount');
  const isClosed = form.isBusy || form.isDone;
  return (
    <Form form={form}>
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
        max={PAYMENT_AMOUNT_MAXIMUM}
        min={0}
        onBeforeInput={(event) => {
          // A browser shows a lone sign without telling its number, so it never gets in.
          if (!isAmount((event.nativeEvent as InputEvent).data ?? '')) event.preventDefault();
        }}
        readOnly={isClosed}
        required
        step={1}
        type="number"
        {...amount}
        onChange={(text) => isAmount(text) && amount.onChange(text)}
      />
      <FormEnd
        done={t('admin.settingsSaved')}
        failed={(error) => <ActionFailure error={error} text={t('admin.failedSettingsSave')} />}
        form={form}
        isClosed={form.isDone}
        texts={{ submit: t('admin.settingsSave'), busy: t('admin.settingsSaving') }}
      />
    </Form>
  );
}
