import {
  ANNOUNCEMENTS_SHOWN,
  type Announcement,
  type AnnouncementList,
  type OwnAnnouncements,
} from '@mutual-transfer/domain/administration/announcement';
import { announcementText } from '@mutual-transfer/domain/administration/announcement-text';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { type Kysely, type Selectable, sql } from 'kysely';
import { readPage } from '../database/read-page.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { isAnnouncedInScope } from '../privacy/administrator-scope.queries.ts';
import type { SignedIn } from '../sessions/viewer.ts';

type Db = Kysely<Database>;

/** Returns a page of announcements, the newest first. An administrator of districts gets only announcements to those districts. */
export async function findAnnouncements(
  db: Db,
  viewer: SignedIn,
  query: PageQuery,
  now: Date,
): Promise<AnnouncementList> {
  const inScope = announcementRows(db).where(isAnnouncedInScope(viewer)).orderBy('announcements.id', 'desc');
  const { rows, pagination } = await readPage(inScope, query);
  return { announcements: rows.map((row) => present(row, now)), pagination };
}

/** Returns one announcement. @throws {AppError} `not_found`. */
export async function findAnnouncement(db: Db, id: string, now: Date): Promise<Announcement> {
  const row = await announcementRows(db)
    .where('announcements.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return present(row, now);
}

function announcementRows(db: Db) {
  return db
    .selectFrom('announcements')
    .leftJoin('users', 'users.id', 'announcements.created_by')
    .selectAll('announcements')
    .select('users.name as creator');
}

type Row = Selectable<Database['announcements']> & { readonly creator: string | null };

function present(row: Row, now: Date): Announcement {
  return {
    _id: row.id,
    texts: row.texts,
    districts: row.districts?.map((code) => districtByCode(code).name) ?? null,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by && row.creator !== null ? { _id: row.created_by, name: row.creator } : null,
    state: stateOf(row, now),
    sent: row.sent_count,
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
  { userId, language, now }: { readonly userId: string; readonly language: Language; readonly now: Date },
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
