import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { noticeKinds, noticePage } from '@mutual-transfer/domain/notices/notice-kinds';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { PersonMenu } from '../../reports/person-menu.tsx';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { VerifiedTag } from '../../ui/verified-tag.tsx';
import { AlertSender } from './alert-sender.tsx';
import { AlertThread } from './alert-thread.tsx';
import { RenewRequest } from './renew-request.tsx';
import type { ThreadMessage } from './threads.ts';

interface AlertCardProps {
  readonly alert: Alert;
  /** Position in the list, from 1. Distinguishes the buttons of alerts for screen readers. */
  readonly position: number;
  /** Conversation with the teacher. */
  readonly thread?: readonly ThreadMessage[];
  /** Shows the first lines; a press shows the rest. */
  readonly isFolded?: boolean | undefined;
  readonly onRead: (id: string) => void;
  readonly onHide: (id: string, isHidden: boolean) => void;
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
      {alert.kind === 'perfect_match' && <Tag tone="good">{t('match.perfect')}</Tag>}
      {alert.kind === 'ring' && <Tag tone="good">{t('rings.new')}</Tag>}
      {isUnread(alert) && <Tag tone="good">{t('alerts.isNew')}</Tag>}
      {alert.isHiddenForRecipient && <Tag>{t('alerts.isHidden')}</Tag>}
    </div>
  );
}

function isUnread({ isRead, isHiddenForRecipient }: Alert): boolean {
  return !isRead && !isHiddenForRecipient;
}
