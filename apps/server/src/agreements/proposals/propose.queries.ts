import { READY_TIME } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { PresentMember } from '../room/present-members.queries.ts';

/** Returns true if one of the teachers already has an open proposal of a round. Two servers may plan one round at the same time. */
export async function hasOpenRoundProposal(
  transaction: Transaction<Database>,
  members: readonly PresentMember[],
): Promise<boolean> {
  const asked = await transaction
    .selectFrom('agreement_members')
    .innerJoin('agreements', 'agreements.id', 'agreement_id')
    .select('agreement_id')
    .where('source', '=', 'round')
    .where('agreements.state', '=', 'proposed')
    .where(
      'user_id',
      'in',
      members.map(({ userId }) => userId),
    )
    .executeTakeFirst();
  return asked !== undefined;
}

/** Returns the time at which the teacher said yes to this place before, and whether the request has "accept for me" switched on. */
export async function findGivenYes(
  transaction: Transaction<Database>,
  { userId, requestId }: PresentMember,
  to_block: string,
): Promise<{ yesGivenAt: number | null; acceptsForMe: boolean }> {
  const row = await transaction
    .selectFrom('requests')
    .leftJoin('remembered_yes', (join) =>
      join.on('remembered_yes.user_id', '=', userId).on('remembered_yes.to_block', '=', to_block),
    )
    .select(['accept_for_me', 'given_at', 'ready_until'])
    .where('requests.id', '=', requestId)
    .executeTakeFirst();
  // A ready teacher has already said yes to the places of the request.
  const readySince = row?.ready_until ? row.ready_until.getTime() - READY_TIME : null;
  return { yesGivenAt: row?.given_at?.getTime() ?? readySince, acceptsForMe: row?.accept_for_me ?? false };
}
