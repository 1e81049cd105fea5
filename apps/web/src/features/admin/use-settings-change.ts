import { useTimeout } from '@mantine/hooks';
import { PAYMENT_SETTINGS_RELOAD_DELAY } from '@mutual-transfer/domain/constants';
import { fieldSentences } from '@mutual-transfer/domain/messages/field-sentences';
import { type PaymentSettings, paymentSettingsChange } from '@mutual-transfer/domain/payment';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMessages } from '../../i18n/language.tsx';
import { settingsQuery } from './admin-queries.ts';

interface TypedSettings {
  readonly isPaymentRequired: boolean;
  readonly amount: string;
}

/** Sets the fee; a moment later the page opens anew, so that everything on it knows. */
export function useSettingsChange(token: string) {
  const messages = useMessages();
  const client = useQueryClient();
  const [sentence, setSentence] = useState<string>();
  const reload = useTimeout(() => window.location.reload(), PAYMENT_SETTINGS_RELOAD_DELAY);
  const { run, isBusy, isDone, error } = useAction(
    (body: PaymentSettings) => callApi<PaymentSettings>('/payment/settings', { method: 'PUT', body }),
    (settings) => {
      client.setQueryData(settingsQuery(token).queryKey, settings);
      reload.start();
    },
  );
  const save = ({ isPaymentRequired, amount }: TypedSettings) => {
    const paymentAmount = amount === '' ? undefined : Number(amount);
    const checked = paymentSettingsChange.safeParse({ isPaymentRequired, paymentAmount });
    setSentence(checked.success ? undefined : fieldSentences(checked.error.issues, messages).paymentAmount);
    if (checked.success) run(checked.data);
  };
  return { save, sentence, isBusy, isSaved: isDone, error };
}
