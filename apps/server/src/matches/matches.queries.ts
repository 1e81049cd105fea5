import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, OfferRow } from '../database/tables.ts';
import { offerRow } from '../offers/offers.queries.ts';
import { isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { bestPairing } from './best-pairing.ts';

/** Returns true if an offer of one teacher has a score with an offer of the other. The score is symmetric. */
export async function areMatches(
  db: Kysely<Database>,
  rules: Rules,
  firstId: string,
  secondId: string,
): Promise<boolean> {
  return (await findMatchesAmong(db, rules, firstId, [secondId])).has(secondId);
}

/** Returns the teachers among `others` who match the teacher and are not separated from them by a block. */
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
