import type { NoticeContent } from '@mutual-transfer/domain/notices/notice-kinds';
import type { Transaction } from 'kysely';
import type { Database, FormerContact, UserRow } from '../platform/database/tables.ts';
import { createNotices } from './notices.ts';

type MailTimes = Pick<UserRow, 'email_confirmed_at' | 'email_stopped_at' | 'email_bounced_at'>;
type Contact = MailTimes & Pick<UserRow, 'email' | 'phone' | 'verified_how'>;

/** Returns the contact of an account that its owner has proved to have, and to which messages may be sent. */
export function provenContact(user: Contact): FormerContact {
  return {
    ...(isMailable(user) ? { email: user.email } : {}),
    ...(user.phone !== null && user.verified_how === 'phone_code' ? { phone: user.phone } : {}),
  };
}

/** Returns true if notices may be mailed to the address: its mailbox confirmed it, has not stopped its mails, and takes mails. */
export function isMailable(user: MailTimes): boolean {
  return user.email_confirmed_at !== null && user.email_stopped_at === null && user.email_bounced_at === null;
}

/**
 * Tells the owner of an account that its email address, phone number or name changed, at the contact from before the change: who took over
 * an account could otherwise change its contact unnoticed. An office's change of the name is told, the owner's own is not.
 */
export async function tellOfChange(
  transaction: Transaction<Database>,
  { before, after, by }: { before: UserRow; after: UserRow; by: 'owner' | 'office' },
  now: Date,
): Promise<void> {
  const fields = (['email', 'phone', 'name'] as const).filter(
    (field) => before[field] !== after[field] && (field !== 'name' || by === 'office'),
  );
  const notices = fields.map((field) => ({
    recipientId: before.id,
    content: { kind: 'contact_changed', field, by } satisfies NoticeContent,
    former: provenContact(before),
  }));
  await createNotices(transaction, notices, now);
}
