import { scoreOf } from '@mutual-transfer/matching/score';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { wishOf } from '../privacy/wish-of.ts';

/** Whether any offer of one person scores with any offer of the other: the score is the same both ways. */
export async function areMatches(db: Kysely<Database>, firstId: string, secondId: string): Promise<boolean> {
  const offers = await db
    .selectFrom('offers')
    .selectAll()
    .where('user_id', 'in', [firstId, secondId])
    .execute();
  const mine = offers.filter((offer) => offer.user_id === firstId).map(wishOf);
  const theirs = offers.filter((offer) => offer.user_id === secondId).map(wishOf);
  return mine.some((wish) => theirs.some((other) => scoreOf(wish, other) !== undefined));
}
