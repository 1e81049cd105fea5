import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import type { Exclusion, ExclusionList } from '@mutual-transfer/domain/seasons/exclusion';
import { seasonInNotice } from '@mutual-transfer/domain/seasons/season';
import { type InferResult, type RawBuilder, sql, type Transaction } from 'kysely';
import { createNotices } from '../../notices/notices.ts';
import { type AdministratorScope, isPostedInScope } from '../../people/administrator-scope.ts';
import { readPage } from '../../platform/database/read-page.ts';
import type { Database, Db, SeasonRow } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAgreement } from '../change-agreement.ts';
import { lockAgreementsOf } from '../endings.ts';
import { findAgreements } from '../lock-agreement.ts';

/** A teacher to keep out, and why. */
export interface TakenOut {
  userId: string;
  reason: string;
  /** Last day, in India's time; null for the whole season. */
  until: string | null;
}

/** A decision of the office to keep teachers out of the season. */
export interface TakingOut {
  teachers: readonly TakenOut[];
  by: string;
  now: Date;
}

/**
 * Takes teachers out of the open or next season: ends their proposals and agreements, whose other members are planned again, and tells each
 * of the teachers the reason, which no other member learns. Must take the first lock of its transaction. A repeated call changes the reason
 * and the day.
 *
 * @throws {AppError} `no_season`.
 */
export async function takeOut(
  transaction: Transaction<Database>,
  { teachers, by, now }: TakingOut,
): Promise<void> {
  const userIds = teachers.map(({ userId }) => userId);
  const ids = await lockAgreementsOf(transaction, userIds);
  const season = await requireSeason(transaction, now);
  await transaction
    .insertInto('season_exclusions')
    .values(
      teachers.map(({ userId: user_id, reason, until }) => ({
        season_id: season.id,
        user_id,
        reason,
        until,
        recorded_by: by,
        recorded_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['season_id', 'user_id']).doUpdateSet(({ ref }) => ({
        reason: ref('excluded.reason'),
        until: ref('excluded.until'),
        recorded_by: ref('excluded.recorded_by'),
        recorded_at: ref('excluded.recorded_at'),
      })),
    )
    .execute();
  for (const agreement of await findAgreements(transaction, ids)) {
    await changeAgreement(transaction, agreement, {
      step: { kind: 'end', reason: 'member_out' },
      quiet: userIds,
      recorded: { by, reason: null },
      now,
    });
  }
  const notices = teachers.map(({ userId: recipientId, reason }) => ({
    recipientId,
    requestId: null,
    content: { kind: 'taken_out', ...seasonInNotice(season), reason } as const,
  }));
  await createNotices(transaction, notices, now);
}

/**
 * Lets a teacher take part in the season again.
 *
 * @returns false for a teacher who is not out of it.
 * @throws {AppError} `no_season`.
 */
export async function letBackIn(
  transaction: Transaction<Database>,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { id } = await requireSeason(transaction, now);
  const { numDeletedRows } = await transaction
    .deleteFrom('season_exclusions')
    .where('season_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the teachers in the administrator's districts who are out of the open or next season, latest first. */
export async function listExclusions(
  db: Db,
  scope: AdministratorScope,
  page: PageQuery,
  now: Date,
): Promise<ExclusionList> {
  const query = exclusionsAt(db, now)
    .where(isPostedInScope(scope))
    .orderBy('recorded_at', 'desc')
    .orderBy('users.id');
  const { rows, pagination } = await readPage(query, page);
  return { exclusions: rows.map(presentExclusion), pagination };
}

/** Returns the reason and the last day of those of these teachers who are out of the open or next season. @throws {AppError} `no_season`. */
export async function findOut(db: Db, userIds: readonly string[], now: Date): Promise<TakenOut[]> {
  const { id } = await requireSeason(db, now);
  return db
    .selectFrom('season_exclusions')
    .select(['user_id as userId', 'reason', 'until'])
    .where('season_id', '=', id)
    .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute();
}

/** Returns the exclusion of a teacher from the open or next season. */
export async function findExclusion(db: Db, userId: string, now: Date): Promise<Exclusion> {
  return presentExclusion(
    await exclusionsAt(db, now).where('users.id', '=', userId).executeTakeFirstOrThrow(),
  );
}

function exclusionsAt(db: Db, now: Date) {
  return db
    .selectFrom('season_exclusions')
    .innerJoin('users', 'users.id', 'season_exclusions.user_id')
    .leftJoin('users as administrators', 'administrators.id', 'recorded_by')
    .select(['users.id', 'users.name', 'users.district', 'reason', 'until', 'recorded_at'])
    .select('administrators.name as recorder')
    .where('season_id', '=', seasonAt(now));
}

function presentExclusion(row: InferResult<ReturnType<typeof exclusionsAt>>[number]): Exclusion {
  return {
    teacher: { _id: row.id, name: row.name },
    district: row.district === null ? null : districtByCode(row.district).name,
    reason: row.reason,
    until: row.until,
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: row.recorder,
  };
}

/** Selects the open season, otherwise the next one, whose list the office may prepare. */
function seasonAt(now: Date): RawBuilder<string> {
  return sql<string>`(select id from seasons where closed_at > ${now} order by opens_at limit 1)`;
}

async function requireSeason(db: Db, now: Date): Promise<Pick<SeasonRow, 'id' | 'name' | 'names'>> {
  const season = await db
    .selectFrom('seasons')
    .select(['id', 'name', 'names'])
    .where('id', '=', seasonAt(now))
    .executeTakeFirst();
  if (season === undefined) throw new AppError('no_season');
  return season;
}
