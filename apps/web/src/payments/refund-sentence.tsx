import type { OwnRefund } from '@mutual-transfer/domain/payments/payment';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

export function RefundSentence({ refund }: { refund: OwnRefund }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { amount, askedAt, paidBackAt } = refund;
  const values = { amount: formats.rupees(amount), date: formats.date(paidBackAt ?? askedAt) };
  return <p>{t(paidBackAt === null ? 'receipt.refundAsked' : 'receipt.refunded', values)}</p>;
}
