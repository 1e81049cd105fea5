import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import type { Column } from '../list/columns.ts';
import { PersonLink } from '../list/person-link.tsx';
import { TitledTable } from '../list/titled-table.tsx';
import type { Removable } from './removal.tsx';

interface SentAlertsProps {
  readonly alerts: PersonPage['alertsSent'];
  readonly onRemove: (what: Removable) => void;
}

/** Newest messages sent by the teacher. */
export function SentAlerts({ alerts, onRemove }: SentAlertsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<PersonPage['alertsSent'][number]>[] = [
    { id: 'to', header: t('admin.auditWhom'), value: ({ to }) => <PersonLink person={to} /> },
    { id: 'when', header: t('admin.auditWhen'), value: ({ createdAt }) => formats.dateTime(createdAt) },
    {
      id: 'message',
      header: t('admin.person.message'),
      value: ({ message, isRead }) => (
        <>
          <p className={card.text}>{message}</p>
          <p className={page.soft}>{t(isRead ? 'admin.person.read' : 'admin.person.unread')}</p>
        </>
      ),
    },
    {
      id: 'actions',
      header: t('admin.actions'),
      value: ({ _id }) => (
        <Button kind="grave" onClick={() => onRemove({ kind: 'alerts', id: _id })}>
          {t('admin.person.removeAlert')}
        </Button>
      ),
    },
  ];
  return (
    <TitledTable
      columns={columns}
      id="alerts"
      keyOf={({ _id }) => _id}
      rows={alerts}
      title={t('admin.person.alerts')}
    />
  );
}

type Payment = PersonPage['payments'][number];

interface PersonPaymentsProps {
  readonly payments: readonly Payment[];
  readonly onRefund: (payment: Payment) => void;
}

/** Newest payments, successful or not, with their refunds. */
export function PersonPayments({ payments, onRefund }: PersonPaymentsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<Payment>[] = [
    { id: 'amount', header: t('admin.amount'), value: ({ amount }) => formats.rupees(amount) },
    {
      id: 'when',
      header: t('admin.auditWhen'),
      value: ({ settledAt, createdAt }) => formats.dateTime(settledAt ?? createdAt),
    },
    {
      id: 'status',
      header: t('admin.status'),
      value: ({ status, refunds }) => (
        <>
          {t(`admin.person.paymentStatus.${status}`)}
          {refunds.map((refund) => (
            <RefundFact key={refund.askedAt} refund={refund} />
          ))}
        </>
      ),
    },
    { id: 'order', header: t('admin.person.order'), value: ({ orderId }) => orderId },
    { id: 'payment', header: t('admin.person.payment'), value: ({ paymentId }) => paymentId },
    {
      id: 'actions',
      header: t('admin.actions'),
      value: (payment) =>
        payment.canRefund && (
          <Button kind="grave" onClick={() => onRefund(payment)}>
            {t('admin.person.refund')}
          </Button>
        ),
    },
  ];
  return (
    <TitledTable
      columns={columns}
      id="payments"
      keyOf={({ _id }) => _id}
      rows={payments}
      title={t('admin.person.payments')}
    />
  );
}

/** State of a refund and its requester. */
function RefundFact({ refund }: { refund: Payment['refunds'][number] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { state, origin, askedAt, settledAt, failure } = refund;
  const values = { date: formats.dateTime(settledAt ?? askedAt), failure: failure ?? '' };
  return (
    <p className={page.soft}>
      {t(`admin.person.refundState.${state}`, values)}, {t(`admin.person.refundOrigin.${origin}`)}
    </p>
  );
}

/** Newest sessions, including those in which an administrator viewed the product as the teacher. */
export function PersonSessions({ sessions }: { sessions: PersonPage['sessions'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<PersonPage['sessions'][number]>[] = [
    { id: 'began', header: t('admin.person.began'), value: ({ createdAt }) => formats.dateTime(createdAt) },
    {
      id: 'ended',
      header: t('admin.person.ended'),
      value: ({ endedAt, expiresAt }) =>
        endedAt === null
          ? t('admin.person.expires', { date: formats.dateTime(expiresAt) })
          : formats.dateTime(endedAt),
    },
    { id: 'by', header: t('admin.administrator'), value: ({ impersonator }) => impersonator },
  ];
  return (
    <TitledTable
      columns={columns}
      id="sessions"
      keyOf={({ createdAt }) => createdAt}
      rows={sessions}
      title={t('admin.person.sessions')}
    />
  );
}
