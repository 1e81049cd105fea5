import type { AuditFilters, PeopleFilters } from '@mutual-transfer/domain/administration/administration';
import { auditSentence } from '@mutual-transfer/domain/administration/audit-sentence';
import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { type Cell, csvHead, csvLine } from '../../http/csv/csv.ts';
import { presentAccount } from '../../privacy/present.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { auditEntries, auditNames, isRefused } from '../audit/audit.queries.ts';
import { teachersFound } from '../teachers/people.queries.ts';
import { settledPayments } from './downloads.queries.ts';

/** Rows per batch. A download of all teachers holds one batch in memory. */
const ROWS_PER_BATCH = 500;

const teacherColumns = [
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

/** Streams the teachers that match the filters, by account id. */
export function teachersCsv(
  db: Kysely<Database>,
  viewer: SignedIn,
  filters: PeopleFilters,
): AsyncGenerator<string> {
  return csvOf(
    teacherColumns,
    (after) =>
      teachersFound(db, viewer, filters)
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_PER_BATCH)
        .execute(),
    (row) => {
      const account = presentAccount(row);
      return teacherColumns.map((column) => String(account[column] ?? ''));
    },
  );
}

/** Streams payments of the teachers that match the filters, settled within the span, without name or contact. */
export function paymentsCsv(db: Kysely<Database>, filters: PeopleFilters): AsyncGenerator<string> {
  return csvOf(
    [
      'Receipt',
      'Settled at',
      'Rupees',
      'Status',
      'Provider',
      'Order',
      'Payment',
      'Teacher',
      'Refund asked at',
      'Refunded at',
      'Refund',
    ],
    (after) =>
      settledPayments(db, filters)
        .where('payment_orders.id', '>', after)
        .orderBy('payment_orders.id')
        .limit(ROWS_PER_BATCH)
        .execute(),
    (row) => [
      row.receipt_number,
      row.settled_at?.toISOString(),
      row.amount_paise / PAISE_A_RUPEE,
      row.status,
      row.provider,
      row.provider_order_id,
      row.payment_id,
      row.user_id,
      row.asked_at?.toISOString(),
      row.refunded_at?.toISOString(),
      row.provider_refund_id,
    ],
  );
}

/** Streams the entries of the audit log that match the filters, oldest first. */
export function auditCsv(db: Kysely<Database>, filters: AuditFilters, say: Messages): AsyncGenerator<string> {
  return csvOf(
    [
      'Time',
      'Sentence',
      'Actor',
      'Actor name',
      'Impersonator',
      'Action',
      'Refused',
      'Subject',
      'Subject name',
      'Address',
      'Details',
    ],
    (after) =>
      auditEntries(db, filters)
        .where('audit_log.id', '>', after)
        .orderBy('audit_log.id')
        .limit(ROWS_PER_BATCH)
        .execute(),
    (row) => [
      row.happened_at.toISOString(),
      auditSentence(say, { ...auditNames(row), action: row.action }),
      row.actor_id,
      row.actorName,
      row.impersonator_id,
      row.action,
      isRefused(row) ? 'yes' : '',
      row.subject_id,
      row.subjectName,
      row.address,
      JSON.stringify(row.details),
    ],
  );
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Streams a head and a line for each row, batch by batch.
 *
 * @param read returns the batch after an id.
 */
async function* csvOf<Row extends { readonly id: string }>(
  head: readonly Cell[],
  read: (after: string) => Promise<Row[]>,
  cells: (row: Row) => readonly Cell[],
): AsyncGenerator<string> {
  yield csvHead(head);
  for (let after = BEFORE_ALL; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => csvLine(cells(row))).join('');
    if (rows.length < ROWS_PER_BATCH) return;
    after = last.id;
  }
}
