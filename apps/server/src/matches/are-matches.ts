import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, OfferRow } from '../database/schema.ts';
import { offerRow } from '../offers/find-offers.ts';
import { isUnblocked } from '../privacy/excluded-pairs.ts';
import { bestPairing } from './best-pairing.ts';

/** Whether any offer of one person scores with any offer of the other: the score is the same both ways. */
export async function areMatches(
  db: Kysely<Database>,
  rules: Rules,
  firstId: string,
  secondId: string,
): Promise<boolean> {
  return (await findMatchesAmong(db, rules, firstId, [secondId])).has(secondId);
}

/** Those of these people whom that person matches with and no block keeps apart from them. */
export async function findMatchesAmong(
  db: Kysely<Database>,
  rules: Rules,
  personId: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  const query = db
    .selectFrom('offers')
    .select(offerRow)
    .where(sql<SqlBool>`user_id = any(${[personId, ...others]}::uuid[])`)
    .where(isUnblocked('user_id', personId));
  const offers = await executePrepared(db, 'offers of people', query.compile());
  const byPerson = Map.groupBy<string, OfferRow>(offers, ({ user_id }) => user_id);
  const mine = byPerson.get(personId) ?? [];
  byPerson.delete(personId);
  const matching = [...byPerson].filter(([, theirs]) => bestPairing(mine, theirs, rules) !== undefined);
  return new Set(matching.map(([id]) => id));
}
