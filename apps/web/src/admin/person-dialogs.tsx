import type { Account } from '@mutual-transfer/domain/accounts/user';
import {
  newVerificationSchema,
  type PersonPage,
  removalSchema,
} from '@mutual-transfer/domain/administration/administration';
import { type AskedRefund, newRefundSchema } from '@mutual-transfer/domain/payments/payment';
import type { ReactNode } from 'react';
import { FormDialog } from '../form/dialogs.tsx';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { TextArea } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { ActionFailure } from './list/query-state.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { TeacherActionProps } from './teacher-actions.tsx';

interface RefundProps extends Pick<TeacherActionProps, 'teacher' | 'onClose' | 'onDone'> {
  payment: PersonPage['payments'][number];
  brokenAgreementAt: string | null;
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
    check: (values) => schemaErrors(newRefundSchema, values, messages),
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

/** Teacher's request, sent message, or text that awaits a decision. */
export interface Removable {
  kind: keyof typeof texts;
  id: string;
  /** `ETag` of the version that the administrator has read. */
  tag?: string | undefined;
}

const texts = {
  requests: { title: 'admin.person.removeRequest', done: 'admin.person.requestRemoved' },
  alerts: { title: 'admin.person.removeAlert', done: 'admin.person.alertRemoved' },
  'held-texts': { title: 'admin.held.refuse', done: 'admin.held.refused' },
} as const;

const paths = { requests: 'removal', alerts: 'removal', 'held-texts': 'refusal' } as const;

interface RemovalProps extends Pick<TeacherActionProps, 'onClose' | 'onDone'> {
  what: Removable;
  onRefused?: (error: unknown) => void;
  /** Content of the item, shown above the reason. */
  children?: ReactNode;
}

/** Dialog that removes the item and notifies its owner of the reason. */
export function Removal({ what, onClose, onDone, onRefused = () => {}, children }: RemovalProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const { title, done } = texts[what.kind];
  const form = useForm({
    initial: { reason: '' },
    check: (values) => schemaErrors(removalSchema, values, messages),
    send: (body) =>
      callApi(`/admin/${what.kind}/${what.id}/${paths[what.kind]}`, { method: 'POST', body, tag: what.tag }),
    onDone: () => onDone(t(done)),
    onRefused,
  });
  return (
    <ReasonDialog
      failed={t('admin.person.failedRemoval')}
      form={form}
      hint={t('admin.person.removalHint')}
      kind="grave"
      onClose={onClose}
      reason={form.text('reason')}
      title={t(title)}
    >
      {children}
    </ReasonDialog>
  );
}

/** Dialog that verifies the teacher, with a note on the evidence, or removes the verification. */
export function Verification({ teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const { isVerified, _id } = teacher;
  const title = t(isVerified ? 'admin.person.unverify' : 'admin.person.verify');
  const form = useForm({
    initial: { note: '' },
    check: (body) => (isVerified ? {} : schemaErrors(newVerificationSchema, body, messages)),
    send: (body) =>
      callApi<Account>(
        `/admin/users/${_id}/verification`,
        isVerified ? { method: 'DELETE' } : { method: 'PUT', body },
      ),
    onDone: () => onDone(t(isVerified ? 'admin.person.unverified' : 'admin.person.verified')),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      failed={(error) => <ActionFailure error={error} text={t('admin.person.failedVerify')} />}
      texts={{ submit: title, busy: t('admin.working'), cancel: t('admin.cancel') }}
    >
      {!isVerified && (
        <TextArea data-autofocus label={t('admin.person.verifyNote')} required {...form.text('note')} />
      )}
    </FormDialog>
  );
}
