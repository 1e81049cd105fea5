import type { PeopleFilters } from '@mutual-transfer/domain/administration/administration';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isWithin } from '../../database/day-span.ts';
import type { Database } from '../../database/tables.ts';
import { passes } from '../teachers/people.queries.ts';

/** Selects the payments, settled within the span, of the teachers that match the filters, each with its refund. */
export function settledPayments(db: Kysely<Database>, filters: PeopleFilters) {
  return db
    .selectFrom('payment_orders')
    .leftJoin('payment_refunds', (join) =>
      join.onRef('order_id', '=', 'payment_orders.id').on('state', '<>', 'failed'),
    )
    .selectAll('payment_orders')
    .select(['asked_at', 'payment_refunds.settled_at as refunded_at', 'provider_refund_id'])
    .where('status', 'in', ['paid', 'refunded'])
    .where(isWithin('payment_orders.settled_at', filters))
    .where(isOfTeachers(filters));
}

/** Returns the condition that a payment is of a matching teacher. Without filters it includes payments of erased accounts. */
function isOfTeachers({ from: _from, to: _to, sort: _sort, ...filters }: PeopleFilters): RawBuilder<SqlBool> {
  if (Object.keys(filters).length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`payment_orders.user_id in (select users.id from users where ${passes(filters)})`;
}
