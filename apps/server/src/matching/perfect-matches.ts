import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isUnblocked } from '../people/visibility.ts';
import type { Database, OfferRow } from '../platform/database/tables.ts';
import { isOfOneKind } from '../platform/swap-conditions.ts';

/**
 * Returns the SQL condition for a perfect match of `mine`: an offer of another teacher, not separated by a block, such that both teachers
 * can take each other's place.
 */
export function canSwap(mine: OfferRow, rules: Rules): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isOfOneKind(mine, rules)} and user_id <> ${mine.user_id} and ${isUnblocked('user_id', mine.user_id)}
    and from_district = ${mine.to_district} and to_district = ${mine.from_district}
    and (${mine.to_block}::text is null or from_block = ${mine.to_block})
    and (to_block is null or to_block = ${mine.from_block})`;
}

/** Counts the verified teachers with a perfect match. */
export async function countVerifiedPartners(
  db: Kysely<Database>,
  mine: OfferRow,
  rules: Rules,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where verified_at is not null and id in (select user_id from offers where ${canSwap(mine, rules)})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
