import type { BlockList } from '@mutual-transfer/domain/accounts/contact-views';
import { HIDDEN } from '@mutual-transfer/domain/accounts/user';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import type { ExcludedPairs } from '@mutual-transfer/matching/excluded-pairs';
import { sql, type Transaction } from 'kysely';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database, Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { type PersonRow, personColumns, presentPerson } from './present.ts';
import { mayHaveBeenShown } from './visibility.ts';

/** A block, by the ids of both teachers. */
export interface BanOfTeacher {
  blockerId: string;
  blockedId: string;
}

/** @throws {AppError} `not_found` for the caller and for who is no active teacher. */
async function refuseOthers(db: Db, { blockerId, blockedId }: BanOfTeacher): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', blockedId)
    .where('id', '<>', blockerId)
    .where('role', '=', 'teacher')
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (found === undefined) throw new AppError('not_found');
}

/** Stores that a teacher blocks another; a second block changes nothing. @throws {AppError} `not_found`. */
export async function insertBlock(
  transaction: Transaction<Database>,
  block: BanOfTeacher,
  now: Date,
): Promise<void> {
  await refuseOthers(transaction, block);
  await transaction
    .insertInto('blocks')
    .values({ blocker_id: block.blockerId, blocked_id: block.blockedId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes a block; without one nothing changes. @throws {AppError} `not_found` if there can be none. */
export async function unblockTeacher(db: Db, block: BanOfTeacher): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', block.blockerId)
    .where('blocked_id', '=', block.blockedId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) await refuseOthers(db, block);
}

/** Returns for each of these people the teachers separated from them by a block, in either direction. */
export async function findExcludedPairs(db: Db, userIds: readonly string[]): Promise<ExcludedPairs> {
  const excluded = new Map<string, Set<string>>();
  if (userIds.length === 0) return excluded;
  const ids = [...new Set(userIds)];
  const query = sql<{ blocker_id: string; blocked_id: string }>`
    select blocker_id, blocked_id from blocks where blocker_id = any(${ids}::uuid[])
    union select blocker_id, blocked_id from blocks where blocked_id = any(${ids}::uuid[])`;
  const rows = await executePrepared(db, 'blocks around people', query.compile(db));
  const add = (one: string, other: string) => excluded.set(one, (excluded.get(one) ?? new Set()).add(other));
  for (const { blocker_id, blocked_id } of rows) {
    add(blocker_id, blocked_id);
    add(blocked_id, blocker_id);
  }
  return excluded;
}

/**
 * Returns a page of the teachers whom the viewer blocks, newest first. Contains only their names, so that it reveals no changes after the
 * block.
 */
export async function findBlocks(db: Db, viewer: SignedIn, query: PageQuery): Promise<BlockList> {
  const own = db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocked_id')
    .select(personColumns)
    .select(['users.is_active', 'blocks.created_at as blockedAt'])
    .select(mayHaveBeenShown(viewer.userId).as('wasShown'))
    .where('blocker_id', '=', viewer.userId)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('blocked_id');
  const { rows, pagination } = await readPage(own, query);
  return {
    blocks: rows.map((row) => ({
      user: { _id: row.personId, name: blockedName(row, viewer) },
      blockedAt: row.blockedAt.toISOString(),
    })),
    pagination,
  };
}

/**
 * Returns the name as other screens show it to the viewer, or `Hidden` if no screen shows this person to them. A block in the other
 * direction has no effect here, because the effect would reveal it.
 */
function blockedName(row: PersonRow & { is_active: boolean; wasShown: boolean }, viewer: SignedIn): string {
  return row.is_active && row.wasShown && viewer.hasAccess ? presentPerson(row, viewer).name : HIDDEN;
}

/** Returns true if any of these people blocks another of these people. */
export async function isAnyBlocked(db: Db, userIds: readonly string[]): Promise<boolean> {
  const block = await db
    .selectFrom('blocks')
    .select('blocker_id')
    .where('blocker_id', 'in', userIds)
    .where('blocked_id', 'in', userIds)
    .limit(1)
    .executeTakeFirst();
  return block !== undefined;
}
