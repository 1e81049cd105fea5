import {
  hasServed,
  type SwapAttribute,
  swapAttributes,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { categoryCodes } from '@mutual-transfer/domain/reference/categories';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What of an offer the rules compare. */
export interface OfferKind {
  readonly subject: string;
  readonly class_range: string;
  /** Null where it was not stated: that stands in the way of no pair. */
  readonly category: string | null;
}

/** An offer with the day on which its teacher joined the present school; null where it was not stated. */
export interface ServedOffer extends OfferKind {
  readonly joined_on: string | null;
}

/** That the teacher of an offer of a query has served long enough, as far as they said. */
export function servedLongEnough(
  { joinedBy }: Pick<Rules, 'joinedBy'>,
  column = 'joined_on',
): RawBuilder<SqlBool> {
  const joined = sql.ref(column);
  return joinedBy === null ? sql`true` : sql`(${joined} is null or ${joined} <= ${joinedBy}::date)`;
}

/** That the rules let an offer of a query be swapped with this one, wherever both lead; said as the indexes have it. */
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

/** That the rules let two offers of a query be swapped, by the names they have in it, wherever both lead. */
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
