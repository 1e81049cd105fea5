import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Person } from '@mutual-transfer/domain/accounts/user';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import type { Alert, SentAlert } from '@mutual-transfer/domain/notices/alert';
import { noticeKinds, noticePage } from '@mutual-transfer/domain/notices/notice-kinds';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { askAround, replaceOwnRequest } from '../platform/own-requests.ts';
import { useAction } from '../platform/use-action.ts';
import { PersonMenu } from '../reports/person-menu.tsx';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { Contact, ContactsLimited } from '../ui/contact.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import { Facts } from '../ui/facts.tsx';
import { Message } from '../ui/message.tsx';
import page from '../ui/page.module.css';
import { Tag, VerifiedTag } from '../ui/tag.tsx';
import { AlertOpener, useIntroduction } from './alert-opener.tsx';
import { entriesOf, type ThreadMessage } from './alert-threads.ts';

/** Sender of an alert, as far as their current privacy settings allow. */
function AlertSender({ sender }: { sender: Person }) {
  const { t } = useTranslation();
  const names = useNames();
  const introduce = useIntroduction();
  const { email, phone } = sender;
  const isPrivate = [sender.name, sender.schoolName, email, phone].includes(HIDDEN);
  // If both are hidden, `Contact` shows its own message.
  const isSaid = email === HIDDEN && phone === HIDDEN;
  const facts: [string, string][] = [
    [t('person.works'), names.place(sender.district, sender.postingBlock)],
    [t('person.wants'), names.place(sender.desiredDistrict, sender.desiredBlock)],
    [t('person.subject'), names.subject(sender.subject)],
    [t('person.classLevel'), names.classLevel(sender.classRange)],
    [t('person.school'), names.personal(sender.schoolName)],
  ];
  return (
    <>
      <Facts facts={facts} />
      {isPrivate && !isSaid && <p className={page.soft}>{t('person.someHidden')}</p>}
      <Contact introduction={introduce(sender)} person={sender} />
      {sender._id !== undefined && (
        <AlertOpener isAnswer name={names.personal(sender.name)} recipientId={sender._id} />
      )}
    </>
  );
}

/** Button that renews a request that is about to expire. */
function RenewRequest({ requestId, onDone }: { requestId: string; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const renewing = useAction(
    () =>
      callApi<{ data: { request: TransferRequest } }>(`/requests/${requestId}/renewal`, { method: 'POST' }),
    async ({ data }) => {
      await replaceOwnRequest(client, data.request);
      void askAround(client, requestId);
      onDone();
    },
  );
  if (renewing.isDone)
    return (
      <p ref={focusIfLost} role="status" tabIndex={-1}>
        {t('alerts.renewed')}
      </p>
    );
  return (
    <>
      <CallFailure error={renewing.error} text={t('alerts.failedRenew')} />
      <Button isBusy={renewing.isBusy} kind="soft" onClick={() => renewing.run()}>
        {t('alerts.renew')}
      </Button>
    </>
  );
}

interface AlertThreadProps {
  thread: readonly ThreadMessage[];
  /** Name of the other teacher as the user sees it. */
  name: string;
}

/** Conversation with one teacher, folded. */
function AlertThread({ thread, name }: AlertThreadProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (thread.length === 0) return null;
  return (
    <details>
      <summary>{t('alerts.thread', { name, formatted: formats.number(thread.length) })}</summary>
      <ol className={page.tight}>
        {thread.map(({ _id, message, createdAt, isMine }) => (
          <li key={_id}>
            <Message isMine={isMine} sentAt={createdAt} text={message} writer={name} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface AlertCardProps {
  alert: Alert;
  /** Position in the list, from 1. Distinguishes the buttons of alerts for screen readers. */
  position: number;
  thread?: readonly ThreadMessage[];
  /** Shows the first lines; a press shows the rest. */
  isFolded?: boolean | undefined;
  onRead: (id: string) => void;
  onHide: (id: string, isHidden: boolean) => void;
}

/**
 * Alert with heading, message and contact. If `isFolded`, only the heading and the beginning of the message until the user expands it. A
 * hidden alert keeps its place and its message, with a button to show it again.
 */
export function AlertCard(props: AlertCardProps) {
  const { alert, isFolded = false } = props;
  const message = <p className={`${card.text} ${isFolded ? card.beginning : ''}`}>{alert.message}</p>;
  return (
    <article
      className={isFolded ? card.row : card.card}
      data-unread={isUnread(alert) || undefined}
      tabIndex={-1}
    >
      {isFolded ? (
        <details className={card.opens}>
          <summary>
            <Head alert={alert} isFolded />
            {message}
          </summary>
          <div className={card.opened}>
            <Time alert={alert} />
            <Rest {...props} />
          </div>
        </details>
      ) : (
        <>
          <Head alert={alert} />
          {message}
          <Rest {...props} />
        </>
      )}
    </article>
  );
}

/** Returns a formatter of an alert's heading: the sender's name for a message, the subject for a notice of the product. */
function useHeadingText(): (alert: Alert) => string {
  const { t } = useTranslation();
  const names = useNames();
  return ({ kind, fromUser }) =>
    kind === 'message' ? names.personal(fromUser.name) : t(`alerts.about.${noticeKinds[kind].topic}`);
}

/** Heading, tags and time. When folded, only the date, on the same line. */
function Head({ alert, isFolded = false }: { alert: Alert; isFolded?: boolean }) {
  const formats = useFormats();
  const headingOf = useHeadingText();
  return (
    <div className={card.heading}>
      <div className={isFolded ? card.inLine : undefined}>
        <h3 className={isFolded ? card.small : undefined}>{headingOf(alert)}</h3>
        {isFolded && <span className={page.soft}>{formats.date(alert.createdAt)}</span>}
        {!isFolded && <Time alert={alert} />}
      </div>
      <Tags alert={alert} />
    </div>
  );
}

function Time({ alert: { createdAt } }: { alert: Alert }) {
  const formats = useFormats();
  return (
    <p className={page.soft}>
      <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>
    </p>
  );
}

/** Conversation, sender and actions of an alert. */
function Rest({ alert, position, thread = [], onRead, onHide }: AlertCardProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const headingOf = useHeadingText();
  const { _id, fromUser, isRead, isHiddenForRecipient: isHidden } = alert;
  const isFromTeacher = alert.kind === 'message';
  const name = headingOf(alert);
  const named = (label: string) => `${label}: ${formats.number(position)}. ${name}`;
  const hiding = t(isHidden ? 'alerts.show' : 'alerts.hide');
  const read = (event: MouseEvent<HTMLButtonElement>) => {
    // The button disappears, so focus moves to its alert.
    event.currentTarget.closest('article')?.focus();
    onRead(_id);
  };
  return (
    <>
      <AlertThread name={name} thread={thread} />
      {alert.isCurrent === false && <p className={page.soft}>{t('alerts.isGone')}</p>}
      {!isHidden && isFromTeacher && <AlertSender sender={fromUser} />}
      <div className={card.actions}>
        {!isHidden && alert.kind === 'request_expiring' && alert.requestId !== undefined && (
          <RenewRequest onDone={() => isRead || onRead(_id)} requestId={alert.requestId} />
        )}
        {!isHidden && !isFromTeacher && (
          <Link className={button.soft} to={noticePage(alert)}>
            {t('alerts.see')}
          </Link>
        )}
        {!isRead && !isHidden && (
          <Button aria-label={named(t('alerts.markRead'))} onClick={read}>
            {t('alerts.markRead')}
          </Button>
        )}
        <Button aria-label={named(hiding)} kind="quiet" onClick={() => onHide(_id, !isHidden)}>
          {hiding}
        </Button>
      </div>
      {!isHidden && isFromTeacher && <PersonMenu alertId={_id} person={fromUser} />}
    </>
  );
}

function Tags({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  return (
    <div className={page.chips}>
      {alert.kind === 'message' && <VerifiedTag user={alert.fromUser} />}
      {alert.kind === 'perfect_match' && <Tag tone="good">{t('match.relation.swap')}</Tag>}
      {alert.kind === 'ring' && <Tag tone="good">{t('rings.new')}</Tag>}
      {isUnread(alert) && <Tag tone="good">{t('alerts.isNew')}</Tag>}
      {alert.isHiddenForRecipient && <Tag>{t('alerts.isHidden')}</Tag>}
    </div>
  );
}

function isUnread({ isRead, isHiddenForRecipient }: Alert): boolean {
  return !isRead && !isHiddenForRecipient;
}

interface AlertListProps {
  alerts: readonly Alert[];
  /** Messages of the user, shown in the conversation with their recipient. */
  sent?: readonly SentAlert[];
  /** Set once today's contact budget is spent: when the next contact opens, and what opens it sooner. */
  contactLimit: ContactLimit | undefined;
  /** Shows the first lines of each alert; a press shows the rest. */
  isFolded?: boolean | undefined;
  onHide: (id: string, isHidden: boolean) => void;
  onRead: (id: string) => void;
}

/** List of alerts, newest first. Messages of one teacher are one entry. */
export function AlertCards({ alerts, sent = [], contactLimit, isFolded, onHide, onRead }: AlertListProps) {
  return (
    <ul className={isFolded ? page.rows : page.stack}>
      {entriesOf(alerts, sent).map(({ alert, thread, ids }, index) => (
        <li key={alert._id}>
          <ContactsLimited value={contactLimit}>
            <AlertCard
              alert={alert}
              isFolded={isFolded}
              onHide={onHide}
              onRead={() => ids.forEach(onRead)}
              position={index + 1}
              thread={thread}
            />
          </ContactsLimited>
        </li>
      ))}
    </ul>
  );
}
