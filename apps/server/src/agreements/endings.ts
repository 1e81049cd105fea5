import { bindingStates, type EndReason } from '@mutual-transfer/domain/agreements/agreement-steps';
import { sql, type Transaction } from 'kysely';
import { type LockedRequest, lockMembers } from '../people/lock-members.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { changeAgreement, obstacleOf } from './change-agreement.ts';
import { findAgreements } from './lock-agreement.ts';

/** Maximum number of attempts to lock all members. The first attempt only finds the members of the proposals. */
const ATTEMPTS = 6;
const open = ['proposed', ...bindingStates] as const;

/**
 * Locks these teachers and all members of their open proposals and agreements, in the order of their ids. Must take the first lock of its
 * transaction. Locks the given teachers and reads their proposals: if the proposals have further members, releases the locks and locks all
 * members in order.
 *
 * @param others Further accounts that the transaction changes, without changing their agreements.
 *
 * @returns the ids of those proposals and agreements.
 */
export async function lockAgreementsOf(
  transaction: Transaction<Database>,
  userIds: readonly string[],
  others: readonly string[] = [],
): Promise<string[]> {
  let locked: readonly string[] = [...userIds, ...others];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await sql`savepoint holding`.execute(transaction);
    await lockMembers(transaction, locked);
    const { ids, teachers } = await openOf(transaction, userIds);
    if (teachers.every((teacher) => locked.includes(teacher))) return ids;
    await sql`rollback to savepoint holding`.execute(transaction);
    locked = [...userIds, ...others, ...teachers];
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 });
}

async function openOf(
  transaction: Transaction<Database>,
  userIds: readonly string[],
): Promise<{ ids: string[]; teachers: string[] }> {
  const query = sql<{ agreement_id: string; user_id: string | null }>`
    select others.agreement_id, others.user_id
    from agreement_members mine join agreement_members others using (agreement_id)
    where mine.user_id = any(${[...userIds]}::uuid[]) and mine.state = any(${[...open]}::text[])
    order by others.agreement_id`;
  const rows = await executePrepared(transaction, 'open agreements of teachers', query.compile(transaction));
  return {
    ids: [...new Set(rows.map(({ agreement_id }) => agreement_id))],
    teachers: [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))],
  };
}

/** Ends the given proposals and agreements of a teacher whose account is deactivated or erased. */
export function endForAccount(
  transaction: Transaction<Database>,
  ids: readonly string[],
  userId: string,
  now: Date,
): Promise<void> {
  return endAll(transaction, ids, { reason: 'account_ended', quiet: [userId], now });
}

/**
 * Ends the given proposals that contain the request. Called when its status changes or it is deleted.
 *
 * @throws {AppError} `request_in_agreement` if an agreement binds the request.
 */
export async function endForRequest(
  transaction: Transaction<Database>,
  ids: readonly string[],
  { userId, id }: LockedRequest,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ agreement_id: string; state: string }>`
    select agreement_id, state from agreement_members
    where request_id = ${id} and user_id = ${userId} and agreement_id = any(${[...ids]}::uuid[])
    order by agreement_id`.execute(transaction);
  if (rows.some(({ state }) => state !== 'proposed')) throw new AppError('request_in_agreement');
  const ending = rows.map(({ agreement_id }) => agreement_id);
  await endAll(transaction, ending, { reason: 'request_ended', quiet: [userId], now });
}

/**
 * Ends the given proposals that contain both teachers, with the reason of a deleted request. A reason that only a block has would reveal the
 * block.
 */
export async function endAgreementsBetween(
  transaction: Transaction<Database>,
  ids: readonly string[],
  [userId, otherId]: readonly [string, string],
  now: Date,
): Promise<void> {
  const agreements = await findAgreements(transaction, ids);
  const both = agreements.filter(
    ({ state, members }) =>
      state === 'proposed' && [userId, otherId].every((id) => members.some(({ user_id }) => user_id === id)),
  );
  const ending = both.map(({ id }) => id);
  await endAll(transaction, ending, { reason: 'request_ended', quiet: [userId], now });
}

/** Ends the given proposals that can no longer become an agreement. */
export async function endImpossible(
  transaction: Transaction<Database>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (const agreement of await findAgreements(transaction, ids)) {
    const reason = agreement.state === 'proposed' ? await obstacleOf(transaction, agreement, now) : null;
    if (reason !== null) await endAll(transaction, [agreement.id], { reason, quiet: [], now });
  }
}

async function endAll(
  transaction: Transaction<Database>,
  ids: readonly string[],
  { reason, quiet, now }: { reason: EndReason; quiet: readonly string[]; now: Date },
): Promise<void> {
  for (const id of ids) {
    await transaction.selectFrom('agreements').select('id').where('id', '=', id).forUpdate().execute();
    const [agreement] = await findAgreements(transaction, [id]);
    if (agreement === undefined || !open.some((state) => state === agreement.state)) continue;
    await changeAgreement(transaction, agreement, { step: { kind: 'end', reason }, quiet, now });
  }
}
