import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PeopleFilters } from '@mutual-transfer/domain/administration/administration';
import type { AuditFilters } from '@mutual-transfer/domain/administration/audit-log';
import { auditSentence } from '@mutual-transfer/domain/administration/audit-sentence';
import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import { momentInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import type { Kysely } from 'kysely';
import { batchesById } from '../../database/batches-by-id.ts';
import type { Database } from '../../database/tables.ts';
import { type CsvColumn, csvOfBatches } from '../../http/csv/csv-columns.ts';
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
  const columns = teacherColumns.map(
    (name) => [name, (account: Account) => teacherCell(account, name)] as const,
  );
  return csvOfBatches(columns, teacherBatches(db, viewer, filters));
}

function teacherCell(account: Account, name: (typeof teacherColumns)[number]): string {
  return name === 'createdAt' ? momentInIndia(new Date(account[name])) : String(account[name] ?? '');
}

async function* teacherBatches(db: Kysely<Database>, viewer: SignedIn, filters: PeopleFilters) {
  const read = (after: string) =>
    teachersFound(db, viewer, filters).where('id', '>', after).orderBy('id').limit(ROWS_PER_BATCH).execute();
  for await (const rows of batchesById(read)) yield rows.map(presentAccount);
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof settledPayments>['execute']>>[number];

const paymentColumns: readonly CsvColumn<PaymentRow>[] = [
  ['Receipt', (row) => row.receipt_number],
  ['Settled at', (row) => row.settled_at && momentInIndia(row.settled_at)],
  ['Rupees', (row) => row.amount_paise / PAISE_A_RUPEE],
  ['Status', (row) => row.status],
  ['Provider', (row) => row.provider],
  ['Order', (row) => row.provider_order_id],
  ['Payment', (row) => row.payment_id],
  ['Teacher', (row) => row.user_id],
  ['Refund asked at', (row) => row.asked_at && momentInIndia(row.asked_at)],
  ['Refunded at', (row) => row.refunded_at && momentInIndia(row.refunded_at)],
  ['Refund', (row) => row.provider_refund_id],
];

/** Streams payments of the teachers that match the filters, settled within the span, without name or contact. */
export function paymentsCsv(db: Kysely<Database>, filters: PeopleFilters): AsyncGenerator<string> {
  const read = (after: string) =>
    settledPayments(db, filters)
      .where('payment_orders.id', '>', after)
      .orderBy('payment_orders.id')
      .limit(ROWS_PER_BATCH)
      .execute();
  return csvOfBatches(paymentColumns, batchesById(read));
}

type AuditRow = Awaited<ReturnType<ReturnType<typeof auditEntries>['execute']>>[number];

function auditColumns(say: Messages): readonly CsvColumn<AuditRow>[] {
  return [
    ['Time', (row) => momentInIndia(row.happened_at)],
    ['Sentence', (row) => auditSentence(say, { ...auditNames(row), action: row.action })],
    ['Actor', (row) => row.actor_id],
    ['Actor name', (row) => row.actorName],
    ['Impersonator', (row) => row.impersonator_id],
    ['Action', (row) => row.action],
    ['Refused', (row) => (isRefused(row) ? 'yes' : '')],
    ['Subject', (row) => row.subject_id],
    ['Subject name', (row) => row.subjectName],
    ['Address', (row) => row.address],
    ['Details', (row) => JSON.stringify(row.details)],
  ];
}

/** Streams the entries of the audit log that match the filters, oldest first. */
export function auditCsv(db: Kysely<Database>, filters: AuditFilters, say: Messages): AsyncGenerator<string> {
  const read = (after: string) =>
    auditEntries(db, filters)
      .where('audit_log.id', '>', after)
      .orderBy('audit_log.id')
      .limit(ROWS_PER_BATCH)
      .execute();
  return csvOfBatches(auditColumns(say), batchesById(read));
}
