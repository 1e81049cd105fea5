import type { AuditFilters, PeopleFilters, Span } from '@mutual-transfer/domain/administration';
import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { presentAccount } from '../privacy/present.ts';
import { auditCondition } from './audit.queries.ts';
import { teachersFound } from './people.queries.ts';
import { isWithin } from './span.ts';

/** Rows read at a time, so that a download of a state's teachers holds a few hundred of them in memory. */
const ROWS_PER_BATCH = 500;

/** The teachers that the filters find, in the order of their accounts. */
export async function* teachersCsv(db: Kysely<Database>, filters: PeopleFilters): AsyncGenerator<string> {
  const columns = [
    '_id',
    'name',
    'email',
    'phone',
    'schoolName',
    'district',
    'postingBlock',
    'desiredDistrict',
    'desiredBlock',
    'subject',
    'classRange',
    'category',
    'isActive',
    'isPaid',
    'createdAt',
  ] as const;
  yield BYTE_ORDER_MARK + csvLine(columns);
  const batches = inBatches((after) =>
    teachersFound(db, filters).where('id', '>', after).orderBy('id').limit(ROWS_PER_BATCH).execute(),
  );
  for await (const rows of batches) {
    yield rows
      .map(presentAccount)
      .map((account) => csvLine(columns.map((column) => String(account[column] ?? ''))))
      .join('');
  }
}

/** Payments that were settled within the span, without the teacher's name or contact. */
export async function* paymentsCsv(db: Kysely<Database>, span: Span): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK +
    csvLine(['Receipt', 'Settled at', 'Rupees', 'Status', 'Provider', 'Order', 'Payment', 'Teacher']);
  const batches = inBatches((after) =>
    db
      .selectFrom('payment_orders')
      .selectAll()
      .where('status', 'in', ['paid', 'refunded'])
      .where(isWithin('settled_at', span))
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_BATCH)
      .execute(),
  );
  for await (const rows of batches) {
    yield rows
      .map((row) =>
        csvLine([
          row.receipt_number,
          row.settled_at?.toISOString(),
          row.amount_paise / PAISE_A_RUPEE,
          row.status,
          row.provider,
          row.provider_order_id,
          row.payment_id,
          row.user_id,
        ]),
      )
      .join('');
  }
}

/** The entries of the audit log that the filters find, the oldest first. */
export async function* auditCsv(db: Kysely<Database>, filters: AuditFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK +
    csvLine(['Time', 'Actor', 'Impersonator', 'Action', 'Subject', 'Address', 'Details']);
  const batches = inBatches((after) =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where(auditCondition(filters))
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_BATCH)
      .execute(),
  );
  for await (const rows of batches) {
    yield rows
      .map((row) =>
        csvLine([
          row.happened_at.toISOString(),
          row.actor_id,
          row.impersonator_id,
          row.action,
          row.subject_id,
          row.address,
          JSON.stringify(row.details),
        ]),
      )
      .join('');
  }
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Reads batch after batch, each after the last id of the one before. */
async function* inBatches<Row extends { readonly id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = BEFORE_ALL; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_BATCH) return;
    after = last.id;
  }
}
