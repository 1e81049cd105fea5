import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from './tables/schema.ts';

/** Number of rows that a batch deletes: a statement of so many stays far below its timeout. */
const DELETED_AT_ONCE = 10_000;

/**
 * Deletes any number of rows in batches, each a transaction of its own, until one deletes fewer rows than it may.
 *
 * @param deletionOf Returns a statement that deletes at most so many rows.
 */
export async function deleteInBatches(
  db: Kysely<Database>,
  deletionOf: (limit: number) => RawBuilder<unknown>,
): Promise<void> {
  let deleted: bigint | undefined;
  do {
    const { numAffectedRows } = await deletionOf(DELETED_AT_ONCE).execute(db);
    deleted = numAffectedRows;
  } while (deleted === BigInt(DELETED_AT_ONCE));
}
