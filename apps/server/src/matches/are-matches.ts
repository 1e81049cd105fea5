import type { Rules } from '@mutual-transfer/domain/policy-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { bestPairing } from './best-pairing.ts';

/** Whether any offer of one person scores with any offer of the other: the score is the same both ways. */
export async function areMatches(
  db: Kysely<Database>,
  rules: Rules,
  firstId: string,
  secondId: string,
): Promise<boolean> {
  const offers = await db
    .selectFrom('offers')
    .selectAll()
    .where('user_id', 'in', [firstId, secondId])
    .execute();
  const offersOf = (userId: string) => offers.filter((offer) => offer.user_id === userId);
  return bestPairing(offersOf(firstId), offersOf(secondId), rules) !== undefined;
}
