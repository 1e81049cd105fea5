import {
  newVerificationSchema,
  type PersonPage,
  removalSchema,
} from '@mutual-transfer/domain/administration/administration';
import { type AskedRefund, newRefundSchema } from '@mutual-transfer/domain/payments/payment';
import type { ReactNode } from 'react';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { ActionDialog, useReasonField } from './action-dialog.tsx';
import type { TeacherActionProps } from './teacher-actions.tsx';

interface RefundProps extends Pick<TeacherActionProps, 'teacher' | 'onClose' | 'onDone'> {
  payment: PersonPage['payments'][number];
  brokenAgreementAt: string | null;
}

/** Refunds a payment and records the reason in the audit log. */
export function Refund({ payment, brokenAgreementAt, teacher, onClose, onDone }: RefundProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reason = useReasonField();
  const facts = { amount: formats.rupees(payment.amount), name: teacher.name };
  const outcome = ({ state, failure }: AskedRefund) => {
    if (state === 'failed') return t('admin.person.refundRefused', { failure: failure ?? '' });
    return t(state === 'processed' ? 'admin.person.refundDone' : 'admin.person.refundAsked', facts);
  };
  return (
    <ActionDialog
      act={(body) => callApi<AskedRefund>(`/admin/payments/${payment._id}/refund`, { method: 'POST', body })}
      failed={t('admin.person.failedRefund')}
      fields={[reason]}
      initial={{ reason: '' }}
      kind="grave"
      onClose={onClose}
      onDone={(asked) => onDone(outcome(asked))}
      schema={newRefundSchema}
      title={t('admin.person.refundTitle', facts)}
    >
      <p>{t('admin.person.refundText', facts)}</p>
      <p className={page.soft}>
        {brokenAgreementAt === null
          ? t('admin.person.noBrokenAgreement')
          : t('admin.person.brokenAgreement', { date: formats.date(brokenAgreementAt) })}
      </p>
    </ActionDialog>
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
export function Removal({ what: { kind, id, tag }, onDone, ...dialog }: RemovalProps) {
  const { t } = useTranslation();
  const reason = useReasonField({ hint: t('admin.person.removalHint') });
  const { title, done } = texts[kind];
  return (
    <ActionDialog
      act={(body) => callApi(`/admin/${kind}/${id}/${paths[kind]}`, { method: 'POST', body, tag })}
      {...dialog}
      failed={t('admin.person.failedRemoval')}
      fields={[reason]}
      initial={{ reason: '' }}
      kind="grave"
      onDone={() => onDone(t(done))}
      schema={removalSchema}
      title={t(title)}
    />
  );
}

/** Dialog that verifies the teacher, with a note on the evidence, or removes the verification. */
export function Verification({ teacher: { isVerified, _id }, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const path = `/admin/users/${_id}/verification`;
  return (
    <ActionDialog
      act={(body) => callApi(path, isVerified ? { method: 'DELETE' } : { method: 'PUT', body })}
      failed={t('admin.person.failedVerify')}
      fields={isVerified ? [] : [{ name: 'note', kind: 'words', label: t('admin.person.verifyNote') }]}
      initial={{ note: '' }}
      onClose={onClose}
      onDone={() => onDone(t(isVerified ? 'admin.person.unverified' : 'admin.person.verified'))}
      schema={isVerified ? undefined : newVerificationSchema}
      title={t(isVerified ? 'admin.person.unverify' : 'admin.person.verify')}
    />
  );
}
