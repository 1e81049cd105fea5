import type { Transaction } from 'kysely';
import type { Database } from '../database/tables/schema.ts';

/** School that a member left when an agreement completed a request, and the day on which they had joined it. */
interface LeftSchool {
  readonly name: string | null;
  readonly joinedOn: string | null;
}

/** Returns the school that was left; undefined if the request is gone. @param requestId the request that the agreement completed. */
export function findLeftSchool(
  transaction: Transaction<Database>,
  requestId: string,
): Promise<LeftSchool | undefined> {
  return transaction
    .selectFrom('requests')
    .select(['left_school as name', 'left_school_joined_on as joinedOn'])
    .where('id', '=', requestId)
    .executeTakeFirst();
}
