import type { Alert, SentAlert } from '@mutual-transfer/domain/notices/alert';

export interface ThreadMessage {
  _id: string;
  message: string;
  createdAt: string;
  isMine: boolean;
}

/** Entry of the alerts list: a single alert, or the newest message of a conversation together with all of its messages. */
export interface AlertEntry {
  alert: Alert;
  /** Messages in both directions, oldest first. Empty for a single alert. */
  thread: readonly ThreadMessage[];
  /** Ids of the alerts that are marked as read together with this entry. */
  ids: readonly string[];
}

/**
 * Groups the messages of each teacher, together with the user's messages to that teacher, into one entry at the position of the newest.
 * Alerts of the product, hidden alerts, and messages whose sender has no id are separate entries.
 * @param alerts newest first
 */
export function entriesOf(alerts: readonly Alert[], sent: readonly SentAlert[]): AlertEntry[] {
  const bySender = new Map<string | undefined, Alert[]>();
  for (const alert of alerts) {
    const sender = senderOf(alert);
    bySender.set(sender, [...(bySender.get(sender) ?? []), alert]);
  }
  return alerts.flatMap((alert): AlertEntry[] => {
    const sender = senderOf(alert);
    if (sender === undefined) return [{ alert, thread: [], ids: [alert._id] }];
    const group = bySender.get(sender) ?? [alert];
    if (group[0] !== alert) return [];
    const mine = sent.filter(({ toUser }) => toUser._id === sender);
    const isRead = group.every((one) => one.isRead);
    const thread = group.length + mine.length > 1 ? inOrder(group, mine) : [];
    return [{ alert: { ...alert, isRead }, thread, ids: unreadOf(group) }];
  });
}

function senderOf({ kind, fromUser, isHiddenForRecipient }: Alert): string | undefined {
  return kind === 'message' && !isHiddenForRecipient ? fromUser._id : undefined;
}

function unreadOf(group: readonly Alert[]): string[] {
  return group.filter(({ isRead }) => !isRead).map(({ _id }) => _id);
}

function inOrder(received: readonly Alert[], sent: readonly SentAlert[]): ThreadMessage[] {
  const theirs = received.map(({ _id, message, createdAt }) => ({ _id, message, createdAt, isMine: false }));
  const mine = sent.map(({ _id, message, createdAt }) => ({ _id, message, createdAt, isMine: true }));
  return [...theirs, ...mine].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}
