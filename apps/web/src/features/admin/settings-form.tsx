import { Button, TextInput } from '@mantine/core';
import { PAYMENT_AMOUNT_MAXIMUM, type PaymentSettings } from '@mutual-transfer/domain/payment';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n/language.tsx';
import { belowInput } from '../../ui/form-order.ts';
import { SwitchField } from '../../ui/switch-field.tsx';
import { ActionFailure } from './action-failure.tsx';
import classes from './admin.module.css';
import { isAmount } from './amount.ts';
import { useSettingsChange } from './use-settings-change.ts';

/** The fee as it is, to be changed. */
export function SettingsForm({ settings, token }: { settings: PaymentSettings; token: string }) {
  const { t } = useTranslation();
  const [isPaymentRequired, setRequired] = useState(settings.isPaymentRequired);
  const [amount, setAmount] = useState(String(settings.paymentAmount));
  const { save, sentence, isBusy, isSaved, error } = useSettingsChange(token);
  const isClosed = isBusy || isSaved;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaved) save({ isPaymentRequired, amount });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <SwitchField
        hint={t('admin.settingsRequiredHint')}
        isDisabled={isClosed}
        isOn={isPaymentRequired}
        label={t('admin.settingsRequired')}
        onChange={setRequired}
      />
      <TextInput
        autoComplete="off"
        description={t('admin.settingsFree')}
        error={sentence}
        inputMode="numeric"
        inputWrapperOrder={belowInput}
        label={t('admin.settingsAmount')}
        max={PAYMENT_AMOUNT_MAXIMUM}
        min={0}
        onBeforeInput={(event) => {
          // A browser shows a lone sign without telling its number, so it never gets in.
          if (!isAmount((event.nativeEvent as InputEvent).data ?? '')) event.preventDefault();
        }}
        onChange={(event) => {
          if (isAmount(event.currentTarget.value)) setAmount(event.currentTarget.value);
        }}
        readOnly={isClosed}
        required
        step={1}
        type="number"
        value={amount}
      />
      {!isBusy && <ActionFailure error={error} text={t('admin.failedSettingsSave')} />}
      <Button disabled={isSaved} loading={isBusy} type="submit">
        {t(isBusy ? 'admin.settingsSaving' : 'admin.settingsSave')}
      </Button>
      <p className={classes.notice} role="status">
        {isSaved && t('admin.settingsSaved')}
      </p>
    </form>
  );
}
