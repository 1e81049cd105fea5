import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { LOWEST_ID } from '../database/batches-by-id.ts';
import type { Database } from '../database/tables.ts';
import { deleteNoticesOfAnnouncement } from '../notices/change-notices.ts';
import { createNotices } from '../notices/create-notices.ts';

const BATCH = 500;

type AnnouncementRow = Selectable<Database['announcements']>;

/**
 * Creates the notices of announcements that have started, and deletes the notices of withdrawn announcements, in batches. The transaction
 * of a batch also stores the progress, so a killed process loses and repeats nothing.
 */
export async function sendAnnouncements(db: Kysely<Database>, now: Date): Promise<void> {
  while (await db.transaction().execute((transaction) => sendBatch(transaction, now)));
  while (await db.transaction().execute((transaction) => clearBatch(transaction, now)));
}

/** Locks the next announcement to send and creates a batch of its notices. @returns false if there is none. */
async function sendBatch(transaction: Transaction<Database>, now: Date): Promise<boolean> {
  const announcement = await transaction
    .selectFrom('announcements')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('starts_at', '<=', now)
    .orderBy('starts_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (announcement === undefined) return false;
  const recipients = await nextRecipients(transaction, announcement);
  const content = {
    kind: 'announcement',
    announcementId: announcement.id,
    texts: announcement.texts,
  } as const;
  const notices = recipients.map((recipientId) => ({ recipientId, content }));
  await createNotices(transaction, notices, now);
  await transaction
    .updateTable('announcements')
    .set({
      sent_after: recipients.at(-1) ?? announcement.sent_after,
      sent_count: announcement.sent_count + recipients.length,
      sent_at: recipients.length < BATCH ? now : null,
    })
    .where('id', '=', announcement.id)
    .execute();
  return true;
}

/** Returns the next active teachers, locked so that their accounts cannot be erased before their notices exist. */
async function nextRecipients(
  transaction: Transaction<Database>,
  { sent_after, districts }: AnnouncementRow,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where id > ${sent_after ?? LOWEST_ID} and role = 'teacher' and is_active
      and (${districts}::text[] is null or district = any(${districts}))
    order by id limit ${BATCH} for key share`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Deletes a batch of notices of a withdrawn announcement. @returns false if no withdrawn announcement has notices left. */
async function clearBatch(transaction: Transaction<Database>, now: Date): Promise<boolean> {
  const announcement = await transaction
    .selectFrom('announcements')
    .select('id')
    .where('withdrawn_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .orderBy('withdrawn_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (announcement === undefined) return false;
  const deleted = await deleteNoticesOfAnnouncement(transaction, announcement.id, BATCH);
  if (deleted < BATCH) {
    await transaction
      .updateTable('announcements')
      .set({ cleared_at: now })
      .where('id', '=', announcement.id)
      .execute();
  }
  return true;
}
