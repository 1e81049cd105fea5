import {
  ANNOUNCEMENT_DAYS,
  ANNOUNCEMENTS_SHOWN,
  type Announcement,
  type AnnouncementList,
  type NewAnnouncement,
  type OwnAnnouncements,
} from '@mutual-transfer/domain/administration/announcement';
import { announcementText } from '@mutual-transfer/domain/administration/announcement-text';

import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { MessageKey } from '@mutual-transfer/domain/language/messages';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { districtByCode, districtByName } from '@mutual-transfer/domain/reference/places';
import type { FastifyRequest } from 'fastify';
import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { signedIn } from '../http/policy.ts';
import { findProgress } from '../notices/deliveries.ts';
import { createNotices, deleteNoticesOfAnnouncement } from '../notices/notices.ts';
import { isAnnouncedInScope, isAnnouncementSeen } from '../people/administrator-scope.ts';
import { writeAudit } from '../people/audit.ts';
import { readPage } from '../platform/database/read-page.ts';
import { LOWEST_ID } from '../platform/database/rows.ts';
import type { Database, Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';

/** Maximum number of days from now at which an announcement may start or end. */
const LATEST_DAYS = 366;

/**
 * Returns the codes of the districts that an announcement is for; null if it is for all teachers.
 * @throws {AppError} `forbidden` if the administrator does not administer all of them.
 */
export function ownDistrictCodesOf(
  request: FastifyRequest,
  { districts }: Pick<NewAnnouncement, 'districts'>,
): string[] | null {
  const codes = districts
    ? [...new Set(districts.flatMap((name) => districtByName(name)?.code ?? []))]
    : null;
  const { administers } = signedIn(request);
  if (administers !== null && !codes?.every((code) => administers.includes(code)))
    throw new AppError('forbidden', { message: 'forbidden.elsewhere' });
  return codes;
}

/** Stores an announcement. The job that sends announcements creates its notices at the start time. @returns the id of the announcement. */
export async function createAnnouncement(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  input: NewAnnouncement,
  now: Date,
): Promise<string> {
  const times = announcementTimes(input, now);
  const districts = ownDistrictCodesOf(request, input);
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('announcements')
    .values({
      id,
      texts: JSON.stringify(input.texts),
      districts,
      ...times,
      created_by: signedIn(request).userId,
      created_at: now,
    })
    .execute();
  const details = { announcement: id, districts, startsAt: times.starts_at.toISOString() };
  await writeAudit(transaction, request, { action: 'announcement.create', details }, now);
  return id;
}

/**
 * Returns the start time of the announcement and the end time of its banner.
 * @throws {AppError} `validation_failed` for a start in the past, an end before the start, or a time more than a year ahead.
 */
export function announcementTimes(
  { startsAt, endsAt }: NewAnnouncement,
  now: Date,
): { starts_at: Date; ends_at: Date } {
  const starts_at = startsAt ? new Date(startsAt) : now;
  const ends_at = endsAt
    ? new Date(endsAt)
    : new Date(starts_at.getTime() + ANNOUNCEMENT_DAYS * MILLISECONDS_A_DAY);
  const latest = new Date(now.getTime() + LATEST_DAYS * MILLISECONDS_A_DAY);
  if (starts_at < now) throw wrongTime('startsAt', 'announcement.past');
  if (starts_at > latest) throw wrongTime('startsAt', 'announcement.tooLate');
  if (ends_at <= starts_at) throw wrongTime('endsAt', 'announcement.order');
  if (ends_at > latest) throw wrongTime('endsAt', 'announcement.tooLate');
  return { starts_at, ends_at };
}

function wrongTime(field: 'startsAt' | 'endsAt', message: MessageKey): AppError {
  return new AppError('validation_failed', { fields: { [field]: message } });
}

/**
 * Withdraws an announcement: its banner disappears at once, and a job deletes its notices. Waits for the batch that is being sent. Has no
 * effect on an announcement that was withdrawn before.
 * @throws {AppError} `not_found`.
 */
export async function withdrawAnnouncement(
  db: Db,
  request: FastifyRequest,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { withdrawn_at } = await transaction
      .selectFrom('announcements')
      .select('withdrawn_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    if (withdrawn_at !== null) return;
    await transaction.updateTable('announcements').set({ withdrawn_at: now }).where('id', '=', id).execute();
    const entry = { action: 'announcement.withdraw', details: { announcement: id } } as const;
    await writeAudit(transaction, request, entry, now);
  });
}

/** Returns a page of announcements, the newest first. An administrator of districts gets those that reach teachers of these districts. */
export async function findAnnouncements(
  db: Db,
  viewer: SignedIn,
  query: PageQuery,
  now: Date,
): Promise<AnnouncementList> {
  const inScope = announcementRows(db, viewer)
    .where(isAnnouncementSeen(viewer))
    .orderBy('announcements.id', 'desc');
  const { rows, pagination } = await readPage(inScope, query);
  const progressOf = await progressOfRecent(db, rows, now);
  return { announcements: rows.map((row) => present(row, progressOf(row.id), now)), pagination };
}

/** Returns one announcement. @throws {AppError} `not_found`. */
export async function findAnnouncement(
  db: Db,
  viewer: SignedIn,
  id: string,
  now: Date,
): Promise<Announcement> {
  const row = await announcementRows(db, viewer)
    .where('announcements.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return present(row, (await progressOfRecent(db, [row], now))(id), now);
}

/** Only recent ones are counted: the count over all teachers takes 0.3 seconds for each announcement. */
const COUNTED_DAYS = 7;

function progressOfRecent(db: Db, rows: readonly Row[], now: Date) {
  const since = new Date(now.getTime() - COUNTED_DAYS * MILLISECONDS_A_DAY);
  const recent = rows.filter(
    ({ starts_at, sent_at }) => starts_at <= now && (sent_at === null || sent_at > since),
  );
  return findProgress(
    db,
    recent.map(({ id }) => id),
  );
}

function announcementRows(db: Db, viewer: SignedIn) {
  return db
    .selectFrom('announcements')
    .leftJoin('users', 'users.id', 'announcements.created_by')
    .selectAll('announcements')
    .select(['users.name as creator', isAnnouncedInScope(viewer).as('isOwn')]);
}

type Row = Selectable<Database['announcements']> & { creator: string | null; isOwn: SqlBool };

function present(row: Row, messages: Announcement['messages'], now: Date): Announcement {
  return {
    _id: row.id,
    texts: row.texts,
    districts: row.districts?.map((code) => districtByCode(code).name) ?? null,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by && row.creator !== null ? { _id: row.created_by, name: row.creator } : null,
    state: stateOf(row, now),
    canWithdraw: row.withdrawn_at === null && Boolean(row.isOwn),
    sent: row.sent_count,
    messages,
  };
}

function stateOf({ withdrawn_at, sent_at, starts_at }: Row, now: Date): Announcement['state'] {
  if (withdrawn_at !== null) return 'withdrawn';
  if (sent_at !== null) return 'sent';
  return starts_at > now ? 'waiting' : 'sending';
}

/** Returns the number of active teachers posted in these districts; null counts all active teachers. */
export async function countRecipients(db: Db, districtCodes: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where role = 'teacher' and is_active and (${districtCodes}::text[] is null or district = any(${districtCodes}))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Returns the current announcements for a teacher, by the district of the teacher's posting. For an administrator returns those of all
 * districts.
 */
export async function findOwnAnnouncements(
  db: Db,
  { userId, language, now }: { userId: string; language: Language; now: Date },
): Promise<OwnAnnouncements> {
  const { rows } = await sql<Pick<Row, 'id' | 'texts' | 'starts_at' | 'ends_at'>>`
    select announcements.id, texts, starts_at, ends_at from announcements, users
    where users.id = ${userId} and withdrawn_at is null and starts_at <= ${now} and ends_at > ${now}
      and (districts is null or users.district = any(districts) or users.role = 'admin')
    order by starts_at desc, announcements.id limit ${ANNOUNCEMENTS_SHOWN}`.execute(db);
  return {
    announcements: rows.map(({ id, texts, starts_at, ends_at }) => ({
      _id: id,
      ...announcementText(texts, language),
      startsAt: starts_at.toISOString(),
      endsAt: ends_at.toISOString(),
    })),
  };
}

const BATCH = 500;

type AnnouncementRow = Selectable<Database['announcements']>;

/**
 * Creates the notices of announcements that have started, and deletes the notices of withdrawn announcements, in batches. The transaction
 * of a batch also stores the progress, so a killed process loses and repeats nothing.
 */
export async function sendAnnouncements(db: Db, now: Date): Promise<void> {
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
