import { PAYMENT_SETTINGS_RELOAD_DELAY } from '@mutual-transfer/domain/constants';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import { type PaymentSettings, paymentSettingsChange } from '@mutual-transfer/domain/payments/payment';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldErrors } from '../../form/form-values.ts';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages } from '../../platform/i18n/language.tsx';
import { useTimer } from '../../ui/use-timer.ts';
import { settingsQuery } from '../admin.queries.ts';

/** Returns the form of the fee. Reloads the page shortly after saving, so that every part of it has the new fee. */
export function useSettingsForm({ isPaymentRequired, paymentAmount }: PaymentSettings, userId: string) {
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

export function settingsErrors(values: Parameters<typeof settingsBody>[0], messages: Messages): FieldErrors {
  return schemaErrors(paymentSettingsChange, settingsBody(values), messages);
}
