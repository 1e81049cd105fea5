import type { AgreementFilters } from '@mutual-transfer/domain/administration/office-agreement';
import { type Kysely, sql } from 'kysely';
import { findAgreements, type WholeAgreement } from '../../agreements/steps/locked-agreement.ts';
import { batchesById } from '../../database/batches-by-id.ts';
import { countRows } from '../../database/count-window.ts';
import type { Database } from '../../database/tables.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { agreementCondition } from './agreement-condition.queries.ts';
import { findPeople, type Person } from './people.queries.ts';

type Db = Kysely<Database>;

/** Agreements per batch. A download holds one batch in memory. */
const AGREEMENTS_PER_BATCH = 200;

/** Yields the agreements that match the filters in batches, oldest first. */
export async function* agreementBatches(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): AsyncGenerator<WholeAgreement[]> {
  const condition = agreementCondition(viewer, filters, now);
  const read = async (after: string) => {
    const { rows } = await sql<{ id: string }>`select id from agreements where ${condition} and id > ${after}
      order by id limit ${AGREEMENTS_PER_BATCH}`.execute(db);
    return rows;
  };
  for await (const rows of batchesById(read)) {
    yield await findAgreements(
      db,
      rows.map(({ id }) => id),
    );
  }
}

export interface Facts {
  readonly people: ReadonlyMap<string, Person>;
  /** Orders by agreement and seat. */
  readonly orders: ReadonlyMap<string, MemberOrder>;
}

export interface MemberOrder {
  readonly number: string;
  readonly ordered_on: string;
}

export async function findFacts(db: Db, agreements: readonly WholeAgreement[]): Promise<Facts> {
  const [people, orders] = await Promise.all([
    findPeople(db, agreements),
    db
      .selectFrom('transfer_orders')
      .innerJoin('transfer_order_members', 'order_id', 'transfer_orders.id')
      .select(['transfer_orders.agreement_id', 'position', 'number', 'ordered_on'])
      .where('transfer_orders.agreement_id', '=', sql<string>`any(${agreements.map(({ id }) => id)}::uuid[])`)
      .where('withdrawn_at', 'is', null)
      .orderBy('transfer_orders.id')
      .execute(),
  ]);
  return {
    people,
    orders: new Map(orders.map((order) => [`${order.agreement_id} ${order.position}`, order])),
  };
}

/** Counts the agreements that match the filters and have papers. */
export function countPrintable(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): Promise<number> {
  const condition = agreementCondition(viewer, filters, now);
  const states = sql`agreements.state in ('agreed', 'in_progress', 'completed')`;
  return countRows(db, sql`select from agreements where ${condition} and ${states}`);
}
