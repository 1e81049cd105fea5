import { type SwapAttribute, swapAttributes } from '@mutual-transfer/domain/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/policy-rules';
import { categoryCodes } from '@mutual-transfer/domain/reference/categories';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What of an offer the rules compare. */
export interface OfferKind {
  readonly subject: string;
  readonly class_range: string;
  /** Null where it was not stated: that stands in the way of no pair. */
  readonly category: string | null;
}

/** That an offer of a query is equal to this one in what must be equal, said as the indexes have it. */
export function isOfOneKind(mine: OfferKind, { mustBeEqual }: Rules): RawBuilder<SqlBool> {
  const conditions: Readonly<Record<SwapAttribute, RawBuilder<SqlBool>>> = {
    subject: sql`subject = ${mine.subject}`,
    classRange: sql`class_range = ${mine.class_range}`,
    category: mine.category === null ? sql`true` : sql`coalesce(category, '') in ('', ${mine.category})`,
  };
  return all(conditions, mustBeEqual);
}

/** That two offers of a query, by the names they have in it, are equal in what must be equal. */
export function areOfOneKind(first: string, second: string, { mustBeEqual }: Rules): RawBuilder<SqlBool> {
  const [mine, theirs] = [sql.raw(first), sql.raw(second)];
  const conditions: Readonly<Record<SwapAttribute, RawBuilder<SqlBool>>> = {
    subject: sql`${theirs}.subject = ${mine}.subject`,
    classRange: sql`${theirs}.class_range = ${mine}.class_range`,
    category: sql`coalesce(${theirs}.category, '') = any (
      case when ${mine}.category is null
        then array['', ${sql.join(categoryCodes.map((code) => sql.lit(code)))}]
        else array['', ${mine}.category] end)`,
  };
  return all(conditions, mustBeEqual);
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
