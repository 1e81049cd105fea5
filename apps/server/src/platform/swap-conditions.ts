import {
  hasServed,
  type SwapAttribute,
  swapAttributes,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { categoryCodes } from '@mutual-transfer/domain/reference/teaching';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Attributes of an offer that the rules compare. */
export interface OfferKind {
  subject: string;
  class_range: string;
  /** Null if not stated; the offer then matches every category. */
  category: string | null;
}

/** Offer, with the day on which its teacher joined the present school; null if the teacher did not state the day. */
export interface ServedOffer extends OfferKind {
  joined_on: string | null;
}

/** Returns the SQL condition that the teacher of an offer has served long enough, or did not state the day of joining. */
export function servedLongEnough(
  { joinedBy }: Pick<Rules, 'joinedBy'>,
  column = 'joined_on',
): RawBuilder<SqlBool> {
  const joined = sql.ref(column);
  return joinedBy === null ? sql`true` : sql`(${joined} is null or ${joined} <= ${joinedBy}::date)`;
}

/**
 * Returns the SQL condition that an offer may be swapped with `mine` under the rules, regardless of places. Its expressions are those of
 * the indexes.
 */
export function isOfOneKind(mine: ServedOffer, rules: Rules): RawBuilder<SqlBool> {
  const { mustBeEqual } = rules;
  const conditions: Readonly<Record<SwapAttribute, RawBuilder<SqlBool>>> = {
    subject: sql`subject = ${mine.subject}`,
    classRange: sql`class_range = ${mine.class_range}`,
    category: mine.category === null ? sql`true` : sql`coalesce(category, '') in ('', ${mine.category})`,
  };
  if (!hasServed(mine.joined_on, rules)) return sql`false`;
  return sql`${all(conditions, mustBeEqual)} and ${servedLongEnough(rules)}`;
}

/** Returns the SQL condition that two offers of a query, given by their aliases, may be swapped under the rules, regardless of places. */
export function areOfOneKind(first: string, second: string, rules: Rules): RawBuilder<SqlBool> {
  const { mustBeEqual } = rules;
  const [mine, theirs] = [sql.raw(first), sql.raw(second)];
  const conditions: Readonly<Record<SwapAttribute, RawBuilder<SqlBool>>> = {
    subject: sql`${theirs}.subject = ${mine}.subject`,
    classRange: sql`${theirs}.class_range = ${mine}.class_range`,
    category: sql`coalesce(${theirs}.category, '') = any (
      case when ${mine}.category is null
        then array['', ${sql.join(categoryCodes.map((code) => sql.lit(code)))}]
        else array['', ${mine}.category] end)`,
  };
  const served = [first, second].map((offer) => servedLongEnough(rules, `${offer}.joined_on`));
  return sql.join([all(conditions, mustBeEqual), ...served], sql` and `);
}

function all(
  conditions: Readonly<Record<SwapAttribute, RawBuilder<SqlBool>>>,
  mustBeEqual: readonly SwapAttribute[],
): RawBuilder<SqlBool> {
  const due = swapAttributes.filter((attribute) => mustBeEqual.includes(attribute));
  return due.length === 0
    ? sql`true`
    : sql.join(
        due.map((attribute) => conditions[attribute]),
        sql` and `,
      );
}
