import type { Kysely } from 'kysely';
import { type Block, insertBlock } from '../accounts/blocks.ts';
import { endBetween, lockAgreementsOf } from '../agreements/steps/endings.ts';
import type { Database } from '../database/tables.ts';

/** Stores that one teacher blocks another, and ends the open proposals that include both. @throws {AppError} `not_found`. */
export function blockTeacher(db: Kysely<Database>, block: Block, now: Date): Promise<void> {
  const both = [block.blockerId, block.blockedId] as const;
  return db.transaction().execute(async (transaction) => {
    const agreements = await lockAgreementsOf(transaction, both);
    await endBetween(transaction, agreements, both, now);
    await insertBlock(transaction, block, now);
  });
}
