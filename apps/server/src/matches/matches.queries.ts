import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/tables.ts';
import { offerRow } from '../offers/offers.queries.ts';
import { isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { bestPairing } from './best-pairing.ts';

/** Returns true if an offer of one teacher has a score with an offer of the other, and no block separates the two. The score is symmetric. */
export async function areMatches(
  db: Kysely<Database>,
  rules: Rules,
  firstId: string,
  secondId: string,
): Promise<boolean> {
  const query = db
    .selectFrom('offers')
    .select(offerRow)
    .where(sql<SqlBool>`user_id = any(${[firstId, secondId]}::uuid[])`)
    .where(isUnblocked('user_id', firstId));
  const offers = await executePrepared(db, 'offers of people', query.compile());
  const of = (id: string) => offers.filter(({ user_id }) => user_id === id);
  return bestPairing(of(firstId), of(secondId), rules) !== undefined;
}
