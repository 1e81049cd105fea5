import { type ExpiringKind, type Kept, keptSince, retention } from '@mutual-transfer/domain/retention';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { changeInBatches } from './database/rows.ts';
import type { Database } from './database/tables.ts';
import { workThrough } from './repeat-work.ts';

/** Condition of the rows whose period has ended, by the latest moment that is due. */
type Due = (since: Date) => RawBuilder<SqlBool>;

/** Rows that something else deletes: the foreign key of another table, dropped partitions, their own room, or the owner's command. */
type Elsewhere = 'foreign key' | 'partitions' | 'matching' | 'owner';

const before =
  (column: string): Due =>
  (since) =>
    sql`${sql.ref(column)} < ${since}`;

const ofSeason: Due = (since) => sql`season_id in (select id from seasons where closed_at < ${since})`;

/** Conditions of the rows to delete, for the table `retention` of the domain. Each runs hourly, so it needs an index or a small table. */
const due: {
  [Kind in ExpiringKind]: Record<(typeof retention)[Kind]['tables'][number], Due | Elsewhere>;
} = {
  momentary: {
    captchas: before('expires_at'),
    rate_limits: before('expires_at'),
    // `matching/graph/offer-changes.ts` deletes them, because it also notes how far.
    offer_changes: 'matching',
  },
  contactAddresses: {
    contact_views: (since) => sql`address is not null and opened_at < ${since}`,
  },
  repeats: { idempotency_keys: before('created_at') },
  // The office can take a joining back until then.
  formerPlaces: {
    requests: (since) => sql`left_block is not null and id in (
      select request_id from agreement_members join agreements on agreements.id = agreement_id
      where agreements.state = 'completed' and ended_at <= ${since})`,
  },
  signIn: {
    sessions: before('created_at'),
    phone_codes: before('expires_at'),
    password_links: before('expires_at'),
  },
  sent: {
    deliveries: (since) => sql`state <> 'waiting' and ended_at < ${since}`,
    sent_sms: before('sent_at'),
    contact_refusals: (since) => sql`day < ${since}::timestamptz::date`,
    // The latest of its kind stays, because visitors and administrators are shown it.
    plans: (since) => sql`finished_at < ${since} and exists (
      select from plans as newer where newer.is_nightly = plans.is_nightly and newer.finished_at > plans.finished_at)`,
    plan_rings: 'foreign key',
    rule_trials: before('created_at'),
  },
  sealed: { sealed_records: before('created_at') },
  traces: { access_log: 'partitions', contact_views: before('seen_at') },
  messages: {
    alerts: before('created_at'),
    agreement_messages: before('created_at'),
    held_messages: before('created_at'),
    announcements: before('ends_at'),
  },
  ended: {
    // A request that an agreement completed belongs to its record, and stays as long.
    requests: (since) => sql`status in ('completed', 'withdrawn', 'expired')
      and greatest(expires_at, completed_at) < ${since} and not exists (
        select from agreement_members where request_id = requests.id and state in ('agreed', 'in_progress', 'completed'))`,
    agreements: (since) => sql`agreed_at is null and ended_at < ${since}
      and not exists (select from objections where agreement_id = agreements.id)`,
    agreement_members: 'foreign key',
    agreement_steps: 'foreign key',
    reports: before('decided_at'),
  },
  records: {
    agreements: before('ended_at'),
    agreement_members: 'foreign key',
    agreement_steps: 'foreign key',
    transfer_orders: 'foreign key',
    transfer_order_members: 'foreign key',
    objections: 'foreign key',
    // A consent on which an agreement is based stays as long as the agreement.
    season_consents: (since) => sql`${ofSeason(since)}
      and not exists (select from agreement_members where consent_id = season_consents.id)
      and not exists (select from agreement_steps where consent_id = season_consents.id)`,
  },
  participation: {
    season_exclusions: ofSeason,
    round_teachers: (since) => sql`round_id in (select id from rounds where ended_at < ${since})`,
  },
  payments: {
    // A refund keeps its order. The latest receipt stays, because the next number follows it.
    payment_orders: (since) => sql`coalesce(settled_at, created_at) < ${since}
      and (receipt_number is null or receipt_number < (select max(receipt_number) from payment_orders))
      and not exists (select from payment_refunds where order_id = payment_orders.id
        and (settled_at is null or settled_at >= ${since}))`,
    payment_refunds: 'foreign key',
    unexplained_payments: before('settled_at'),
    payment_events: before('processed_at'),
    sandbox_payments: before('created_at'),
  },
  audit: { audit_log: 'owner' },
};

/**
 * Deletes all rows whose period has ended, and empties the columns. Each batch is a transaction of its own.
 *
 * @throws {AggregateError} with the errors of tables that failed.
 */
export function deleteExpired(db: Kysely<Database>, now: Date): Promise<void> {
  const work = (Object.keys(due) as ExpiringKind[]).flatMap((kind) =>
    Object.entries<Due | Elsewhere>(due[kind]).map(([table, condition]) => ({ kind, table, condition })),
  );
  return workThrough(work, async ({ kind, table, condition }) => {
    if (typeof condition === 'string') return;
    const { columns }: Kept = retention[kind];
    await changeInBatches(db, { table, columns, due: condition(keptSince(kind, now)) });
  });
}
