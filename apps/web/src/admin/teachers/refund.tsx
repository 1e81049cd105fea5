import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import { type AskedRefund, newRefund } from '@mutual-transfer/domain/payments/payment';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { ReasonDialog } from '../reason-dialog.tsx';
import type { TeacherActionProps } from './teacher-action.ts';

interface RefundProps extends Pick<TeacherActionProps, 'teacher' | 'onClose' | 'onDone'> {
  readonly payment: PersonPage['payments'][number];
  readonly brokenAgreementAt: string | null;
}

/** Refunds a payment and records the reason in the audit log. */
export function Refund({ payment, brokenAgreementAt, teacher, onClose, onDone }: RefundProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const messages = useMessages();
  const facts = { amount: formats.rupees(payment.amount), name: teacher.name };
  const title = t('admin.person.refundTitle', facts);
  const outcome = ({ state, failure }: AskedRefund) => {
    if (state === 'failed') return t('admin.person.refundRefused', { failure: failure ?? '' });
    return t(state === 'processed' ? 'admin.person.refundDone' : 'admin.person.refundAsked', facts);
  };
  const form = useForm({
    initial: { reason: '' },
    check: (values) => schemaErrors(newRefund, values, messages),
    send: (body) => callApi<AskedRefund>(`/admin/payments/${payment._id}/refund`, { method: 'POST', body }),
    onDone: (asked) => onDone(outcome(asked)),
  });
  return (
    <ReasonDialog
      failed={t('admin.person.failedRefund')}
      form={form}
      kind="grave"
      onClose={onClose}
      reason={form.text('reason')}
      title={title}
    >
      <p>{t('admin.person.refundText', facts)}</p>
      <p className={page.soft}>
        {brokenAgreementAt === null
          ? t('admin.person.noBrokenAgreement')
          : t('admin.person.brokenAgreement', { date: formats.date(brokenAgreementAt) })}
      </p>
    </ReasonDialog>
  );
}
