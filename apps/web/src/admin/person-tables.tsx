import type { TeacherViewers } from '@mutual-transfer/domain/accounts/contact-views';
import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import { auditActionText } from '@mutual-transfer/domain/administration/audit-actions';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { RequestTable } from '../requests/request-table.tsx';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { teacherViewersQuery } from './admin.queries.ts';
import type { Column } from './list/columns.ts';
import { QueryState } from './list/query-state.tsx';
import type { Removable } from './person-dialogs.tsx';
import { PersonLink } from './person-link.tsx';
import { Section, TitledTable } from './section.tsx';
import { sectionOfApi, sections } from './sections.ts';

interface PersonRequestsProps {
  requests: readonly TransferRequest[];
  onRemove: (what: Removable) => void;
}

export function PersonRequests({ requests, onRemove }: PersonRequestsProps) {
  const { t } = useTranslation();
  return (
    <Section id="requests" level={3} title={t('admin.person.requests')}>
      {requests.length === 0 && <p className={page.soft}>{t('admin.person.none')}</p>}
      {requests.length > 0 && (
        <RequestTable
          actions={({ _id }) => (
            <Button kind="grave" onClick={() => onRemove({ kind: 'requests', id: _id })}>
              {t('admin.person.removeRequest')}
            </Button>
          )}
          label={t('admin.person.requests')}
          requests={requests}
        />
      )}
    </Section>
  );
}

/** Returns a formatter of API routes that show teachers, such as `GET /api/admin/users/:id`; `undefined` for other routes. */
function useSeenText(): (route: string) => string | undefined {
  const { t } = useTranslation();
  return (route) => {
    const [, noun, rest] = /^[A-Z]+ \/api\/admin\/([\w-]+)(.*)$/.exec(route) ?? [];
    const section = sectionOfApi(noun ?? '');
    return section && t(`admin.looks.routes.${kindOf(rest ?? '')}`, { section: t(sections[section].title) });
  };
}

function kindOf(rest: string): 'list' | 'one' | 'file' {
  if (/\.(csv|zip|pdf)$/.test(rest)) return 'file';
  return rest === '' ? 'list' : 'one';
}

/** Consents of a teacher to seasons, also those taken back. */
export function PersonConsents({ consents }: Pick<PersonPage, 'consents'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<PersonPage['consents'][number]>[] = [
    { id: 'season', header: t('admin.seasons.name'), value: ({ season }) => season },
    {
      id: 'given',
      header: t('admin.consents.given'),
      value: ({ givenAt, withdrawnAt }) => (
        <>
          <p>{formats.dateTime(givenAt)}</p>
          {withdrawnAt && (
            <p>
              {t('admin.consents.withdrawn')} {formats.dateTime(withdrawnAt)}
            </p>
          )}
        </>
      ),
    },
    { id: 'sentence', header: t('admin.consents.sentence'), value: ({ sentence }) => sentence },
  ];
  return (
    <TitledTable
      columns={columns}
      id="consents"
      keyOf={({ season, givenAt }) => `${season} ${givenAt}`}
      rows={consents}
      title={t('admin.consents.of')}
    />
  );
}

/** List of the people who viewed a teacher's data: administrators, and teachers who opened the contact. */
export function PersonViewers({ userId, id }: { userId: string; id: string }) {
  const { t } = useTranslation();
  const query = useQuery(teacherViewersQuery(userId, id));
  return (
    <Section id="looks" level={3} title={t('admin.looks.title')}>
      <QueryState hasSkeletons={false} query={query} />
      {query.data && <ViewerTables viewers={query.data} />}
    </Section>
  );
}

function ViewerTables({ viewers }: { viewers: TeacherViewers }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const seenText = useSeenText();
  const administrators: Column<TeacherViewers['administrators'][number]>[] = [
    {
      id: 'who',
      header: t('admin.administrator'),
      value: ({ administrator }) => administrator?.name ?? t('admin.looks.erased'),
    },
    {
      id: 'saw',
      header: t('admin.looks.saw'),
      value: ({ action, seen }) => (seen && seenText(seen)) ?? auditActionText(say, action),
    },
    { id: 'when', header: t('admin.auditWhen'), value: ({ at }) => formats.dateTime(at) },
  ];
  const teachers: Column<TeacherViewers['teachers'][number]>[] = [
    { id: 'who', header: t('admin.looks.teacher'), value: ({ teacher }) => <PersonLink person={teacher} /> },
    { id: 'place', header: t('admin.looks.saw'), value: ({ place }) => t(`admin.looks.${place}`) },
    { id: 'opened', header: t('admin.looks.opened'), value: ({ openedAt }) => formats.dateTime(openedAt) },
    { id: 'seen', header: t('admin.looks.seen'), value: ({ seenAt }) => formats.dateTime(seenAt) },
  ];
  return (
    <>
      <TitledTable
        columns={administrators}
        id="looks-administrators"
        keyOf={({ at, action, seen }) => `${at} ${action} ${seen}`}
        rows={viewers.administrators}
        title={t('admin.looks.administrators')}
      />
      <TitledTable
        columns={teachers}
        id="looks-teachers"
        keyOf={({ teacher }) => teacher._id}
        rows={viewers.teachers}
        title={t('admin.looks.teachers')}
      />
    </>
  );
}

interface SentAlertsProps {
  alerts: PersonPage['alertsSent'];
  onRemove: (what: Removable) => void;
}

export function SentAlerts({ alerts, onRemove }: SentAlertsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<PersonPage['alertsSent'][number]>[] = [
    { id: 'to', header: t('admin.auditWhom'), value: ({ to }) => <PersonLink person={to} /> },
    { id: 'when', header: t('admin.auditWhen'), value: ({ createdAt }) => formats.dateTime(createdAt) },
    {
      id: 'message',
      header: t('alerts.about.messages'),
      value: ({ message, isRead }) => (
        <>
          <p className={card.text}>{message}</p>
          <p className={page.soft}>{t(isRead ? 'alerts.wasRead' : 'admin.person.unread')}</p>
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
  payments: readonly Payment[];
  onRefund: (payment: Payment) => void;
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
      header: t('browse.status'),
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

/** Newest SMS to the teacher's number, with the reports of the provider. */
export function PersonSms({ sms }: Pick<PersonPage, 'sms'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<PersonPage['sms'][number]>[] = [
    {
      id: 'what',
      header: t('admin.person.sms.what'),
      value: ({ kind }) => t(`admin.person.sms.kind.${kind}`),
    },
    { id: 'when', header: t('admin.auditWhen'), value: ({ sentAt }) => formats.dateTime(sentAt) },
    {
      id: 'state',
      header: t('browse.status'),
      value: ({ state, stateAt, reason }) => (
        <>
          {t(`admin.person.sms.state.${state}`, { at: formats.dateTime(stateAt) })}
          {reason !== null && <p className={page.soft}>{reason}</p>}
        </>
      ),
    },
  ];
  return (
    <TitledTable
      columns={columns}
      id="sms"
      keyOf={({ _id }) => _id}
      rows={sms}
      title={t('admin.person.sms.title')}
    />
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
