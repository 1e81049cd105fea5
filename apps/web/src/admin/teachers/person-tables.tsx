import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { personSearch } from '../admin-address.ts';
import { Cell, RowTitle, Table } from '../table.tsx';
import type { Removable } from './removal.tsx';

interface RowsProps {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: readonly ReactNode[];
}

/** Titled table, or a sentence if it has no rows. */
function Rows({ id, title, columns, children }: RowsProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={id} className={page.section}>
      <h3 id={id}>{title}</h3>
      {children.length === 0 ? (
        <p className={page.soft}>{t('admin.person.none')}</p>
      ) : (
        <Table columns={columns} label={title}>
          {children}
        </Table>
      )}
    </section>
  );
}

interface SentAlertsProps {
  readonly alerts: PersonPage['alertsSent'];
  readonly onRemove: (what: Removable) => void;
}

/** Newest messages sent by the teacher. */
export function SentAlerts({ alerts, onRemove }: SentAlertsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = [t('admin.auditWhom'), t('admin.auditWhen'), t('admin.person.message'), t('admin.actions')];
  return (
    <Rows columns={columns} id="alerts" title={t('admin.person.alerts')}>
      {alerts.map((alert) => (
        <tr key={alert._id}>
          <RowTitle>
            <Link to={{ search: personSearch(alert.to._id) }}>{alert.to.name}</Link>
          </RowTitle>
          <Cell label={t('admin.auditWhen')}>{formats.dateTime(alert.createdAt)}</Cell>
          <Cell label={t('admin.person.message')}>
            <p className={card.text}>{alert.message}</p>
            <p className={page.soft}>{t(alert.isRead ? 'admin.person.read' : 'admin.person.unread')}</p>
          </Cell>
          <Cell label={t('admin.actions')}>
            <Button kind="grave" onClick={() => onRemove({ kind: 'alerts', id: alert._id })}>
              {t('admin.person.removeAlert')}
            </Button>
          </Cell>
        </tr>
      ))}
    </Rows>
  );
}

interface PersonPaymentsProps {
  readonly payments: PersonPage['payments'];
  readonly onRefund: (payment: PersonPage['payments'][number]) => void;
}

/** Newest payments, successful or not, with their refunds. */
export function PersonPayments({ payments, onRefund }: PersonPaymentsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = [
    t('admin.amount'),
    t('admin.auditWhen'),
    t('admin.status'),
    t('admin.person.order'),
    t('admin.person.payment'),
    t('admin.actions'),
  ];
  return (
    <Rows columns={columns} id="payments" title={t('admin.person.payments')}>
      {payments.map((payment) => (
        <tr key={payment._id}>
          <RowTitle>{formats.rupees(payment.amount)}</RowTitle>
          <Cell label={t('admin.auditWhen')}>{formats.dateTime(payment.settledAt ?? payment.createdAt)}</Cell>
          <Cell label={t('admin.status')}>
            {t(`admin.person.paymentStatus.${payment.status}`)}
            {payment.refunds.map((refund) => (
              <RefundFact key={refund.askedAt} refund={refund} />
            ))}
          </Cell>
          <Cell label={t('admin.person.order')}>{payment.orderId}</Cell>
          <Cell label={t('admin.person.payment')}>{payment.paymentId}</Cell>
          <Cell label={t('admin.actions')}>
            {payment.canRefund && (
              <Button kind="grave" onClick={() => onRefund(payment)}>
                {t('admin.person.refund')}
              </Button>
            )}
          </Cell>
        </tr>
      ))}
    </Rows>
  );
}

/** State of a refund and its requester. */
function RefundFact({ refund }: { refund: PersonPage['payments'][number]['refunds'][number] }) {
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
  const columns = [t('admin.person.began'), t('admin.person.ended'), t('admin.administrator')];
  return (
    <Rows columns={columns} id="sessions" title={t('admin.person.sessions')}>
      {sessions.map(({ createdAt, endedAt, expiresAt, impersonator }) => (
        <tr key={createdAt}>
          <RowTitle>{formats.dateTime(createdAt)}</RowTitle>
          <Cell label={t('admin.person.ended')}>
            {endedAt === null
              ? t('admin.person.expires', { date: formats.dateTime(expiresAt) })
              : formats.dateTime(endedAt)}
          </Cell>
          <Cell label={t('admin.administrator')}>{impersonator}</Cell>
        </tr>
      ))}
    </Rows>
  );
}
