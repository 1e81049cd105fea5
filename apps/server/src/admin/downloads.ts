import type { Account } from '@mutual-transfer/domain/accounts/user';
import {
  growthSchema,
  type PeopleFilters,
  peopleDownloadQuerySchema,
} from '@mutual-transfer/domain/administration/administration';
import { auditSentence } from '@mutual-transfer/domain/administration/audit-actions';
import {
  type AuditFilters,
  auditDownloadQuerySchema,
} from '@mutual-transfer/domain/administration/audit-log';
import {
  auditColumns,
  type ContactPattern,
  type CsvColumns,
  consentColumns,
  contactPatternColumns,
  csvColumnsOf,
  heldTextColumns,
  objectionColumns,
  reportColumns,
  teacherColumns,
  undeliveredColumns,
} from '@mutual-transfer/domain/administration/list-columns';
import { officeDownloadQuerySchema } from '@mutual-transfer/domain/administration/office-agreement';
import { reportDownloadQuerySchema } from '@mutual-transfer/domain/administration/report';
import { PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import { momentInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { type PageQuery, spanQuerySchema } from '@mutual-transfer/domain/query-parameters';
import { consentDownloadQuerySchema } from '@mutual-transfer/domain/seasons/consent';
import { objectionDownloadQuerySchema } from '@mutual-transfer/domain/seasons/objection';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { csvOf, csvOfBatches } from '../http/csv.ts';
import { inTurn } from '../http/turns.ts';
import { findReports } from '../inbox/reports.ts';
import { recordShown } from '../people/visibility.ts';
import { isWithin } from '../platform/database/database-clock.ts';
import { batchesById } from '../platform/database/rows.ts';
import type { Db } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { agreementsCsv } from './agreements/agreements-csv.ts';
import { auditEntries, isInLogOf, presentAuditEntry } from './audit-log.ts';
import { consentBatches, standingConsent } from './consents.ts';
import { findContactPatterns } from './contact-patterns.ts';
import { csvRoute } from './csv-route.ts';
import { readGrowth } from './figures.ts';
import { findHeldTexts } from './held-texts.ts';
import { objectionBatches } from './objections.ts';
import { isListedTeacher, presentListed, teachersCondition } from './teachers.ts';
import { findUndelivered } from './waiting.ts';

/** Rows per batch. A download of all teachers holds one batch in memory. */
const ROWS_PER_BATCH = 500;

/** Rows per query of a list that is read page by page. */
const ROWS_A_PAGE = 1_000;

/** Reads all pages of a short list into memory. */
async function everyRow<Row>(read: (page: PageQuery) => Promise<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const rows = await read({ page, limit: ROWS_A_PAGE });
    all.push(...rows);
    if (rows.length < ROWS_A_PAGE) return all;
  }
}

/** Streams the teachers that match the filters, by account id. */
async function* teacherBatches(db: Db, viewer: SignedIn, filters: PeopleFilters, now: Date) {
  const read = (after: string) =>
    db
      .selectFrom('users')
      .selectAll()
      .select(standingConsent(now).as('consented_at'))
      .where(isListedTeacher(viewer, filters, now))
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_BATCH)
      .execute();
  for await (const rows of batchesById(read)) {
    for (const { id } of rows) recordShown(viewer, id);
    yield rows.map((row) => {
      const teacher = presentListed(row, viewer);
      return { ...teacher, consentedAt: 'isElsewhere' in teacher ? null : row.consented_at };
    });
  }
}

/** The file of teachers also has when each consented to the current season. */
const teacherFile: CsvColumns<Partial<Account> & { consentedAt: Date | null }> = {
  ...csvColumnsOf(teacherColumns),
  Consented: ({ consentedAt }) => consentedAt && momentInIndia(consentedAt),
};

type PaymentRow = Awaited<ReturnType<ReturnType<typeof settledPayments>['execute']>>[number];

/** The file has a row for each payment, while the list has one for each teacher. */
const paymentFile: CsvColumns<PaymentRow> = {
  Receipt: (row) => row.receipt_number,
  'Settled at': (row) => row.settled_at && momentInIndia(row.settled_at),
  Rupees: (row) => row.amount_paise / PAISE_A_RUPEE,
  Status: ({ status }, { say }) =>
    status === 'paid' || status === 'refunded' ? say(`cell.payment.${status}`) : '',
  Provider: (row) => row.provider,
  'Payment order': (row) => row.provider_order_id,
  Payment: (row) => row.payment_id,
  Account: (row) => row.user_id,
  'Refund asked at': (row) => row.asked_at && momentInIndia(row.asked_at),
  'Refunded at': (row) => row.refunded_at && momentInIndia(row.refunded_at),
  Refund: (row) => row.provider_refund_id,
};

/** Streams payments of the teachers that match the filters, settled within the span, without name or contact. */
function paymentsCsv(db: Db, filters: PeopleFilters, language: Language, now: Date): AsyncGenerator<string> {
  const read = (after: string) =>
    settledPayments(db, filters, now)
      .where('payment_orders.id', '>', after)
      .orderBy('payment_orders.id')
      .limit(ROWS_PER_BATCH)
      .execute();
  return csvOfBatches(paymentFile, batchesById(read), language);
}

/** Selects the payments, settled within the span, of the teachers that match the filters, each with its refund. */
function settledPayments(db: Db, filters: PeopleFilters, now: Date) {
  return db
    .selectFrom('payment_orders')
    .leftJoin('payment_refunds', (join) =>
      join.onRef('order_id', '=', 'payment_orders.id').on('state', '<>', 'failed'),
    )
    .selectAll('payment_orders')
    .select(['asked_at', 'payment_refunds.settled_at as refunded_at', 'provider_refund_id'])
    .where('status', 'in', ['paid', 'refunded'])
    .where(isWithin('payment_orders.settled_at', filters))
    .where(isOfTeachers(filters, now));
}

/** Returns the condition that a payment is of a matching teacher. Without filters it includes payments of erased accounts. */
function isOfTeachers(
  { from: _from, to: _to, sort: _sort, ...filters }: PeopleFilters,
  now: Date,
): RawBuilder<SqlBool> {
  if (Object.keys(filters).length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`payment_orders.user_id in (select users.id from users where ${teachersCondition(filters, now)})`;
}

/** Streams the entries of the audit log that match the filters, oldest first. */
async function* auditBatches(db: Db, viewer: SignedIn, filters: AuditFilters, language: Language) {
  const say = messagesIn(language);
  const read = (after: string) =>
    auditEntries(db, filters, viewer)
      .where(isInLogOf(viewer))
      .where('audit_log.id', '>', after)
      .orderBy('audit_log.id')
      .limit(ROWS_PER_BATCH)
      .execute();
  for await (const rows of batchesById(read)) {
    yield rows.map((row) => {
      const entry = presentAuditEntry(row);
      return {
        ...entry,
        sentence: auditSentence(say, entry),
        actorId: row.actor_id,
        actorName: row.actorName,
        impersonatorId: row.impersonator_id,
        subjectId: row.subject_id,
        subjectName: row.subjectName,
      };
    });
  }
}

type GrowthDay = z.infer<typeof growthSchema>['days'][number];

const growthFile: CsvColumns<GrowthDay> = {
  Day: ({ day }) => day,
  Registrations: ({ registrations }) => registrations,
  Requests: ({ requests }) => requests,
  Completed: ({ completed }) => completed,
  Payments: ({ payments }) => payments,
  Income: ({ income }) => income,
  'Invitation visits': ({ invitationVisits }) => invitationVisits,
  'Invitation registrations': ({ invitationRegistrations }) => invitationRegistrations,
  'Missing visits': ({ missingVisits }) => missingVisits,
  'Missing registrations': ({ missingRegistrations }) => missingRegistrations,
};

const noFilters = z.strictObject({});

/** Registers the figures by day, and the CSV downloads of the administrators' lists. */
export function downloadRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/admin/growth',
    {
      config: { policy: 'state' },
      schema: {
        summary: 'Count registrations, requests, transfers and income by day',
        querystring: spanQuerySchema,
        response: { 200: growthSchema },
      },
    },
    inTurn((request) => readGrowth(dependencies.db, request.query, dependencies.now())),
  );
  ofDistricts(app, dependencies);
  ofTheState(app, dependencies);
}

function ofDistricts(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  csvRoute(app, {
    list: 'users',
    scope: 'district',
    summary: 'Download teachers as CSV',
    querystring: peopleDownloadQuerySchema,
    read: (viewer, query, language) =>
      csvOfBatches(teacherFile, teacherBatches(db, viewer, query, now()), language),
  });
  csvRoute(app, {
    list: 'agreements',
    scope: 'district',
    summary: 'Download the members of agreements as CSV',
    querystring: officeDownloadQuerySchema,
    read: (viewer, filters, language) => agreementsCsv(db, { viewer, filters, language, now: now() }),
  });
  csvRoute(app, {
    list: 'consents',
    scope: 'district',
    summary: 'Download the standing consents as CSV',
    querystring: consentDownloadQuerySchema,
    read: (viewer, query, language) =>
      csvOfBatches(csvColumnsOf(consentColumns), consentBatches(db, viewer, query, now()), language),
  });
  csvRoute(app, {
    list: 'objections',
    scope: 'district',
    summary: 'Download the objections as CSV',
    querystring: objectionDownloadQuerySchema,
    read: (viewer, query, language) =>
      csvOfBatches(csvColumnsOf(objectionColumns), objectionBatches(db, viewer, query), language),
  });
  csvRoute(app, {
    list: 'reports',
    scope: 'district',
    summary: 'Download reports as CSV',
    querystring: reportDownloadQuerySchema,
    read: async (viewer, query, language) =>
      csvOf(
        csvColumnsOf(reportColumns),
        await everyRow(async (page) => (await findReports(db, viewer, { ...query, ...page })).reports),
        language,
      ),
  });
  csvRoute(app, {
    list: 'held-texts',
    scope: 'district',
    summary: 'Download held texts as CSV',
    querystring: spanQuerySchema,
    read: async (viewer, query, language) =>
      csvOf(
        csvColumnsOf(heldTextColumns),
        await everyRow(async (page) => (await findHeldTexts(db, viewer, { ...query, ...page })).texts),
        language,
      ),
  });
  csvRoute(app, {
    list: 'audit',
    scope: 'district',
    summary: 'Download the audit log as CSV',
    querystring: auditDownloadQuerySchema,
    read: (viewer, query, language) =>
      csvOfBatches(csvColumnsOf(auditColumns), auditBatches(db, viewer, query, language), language),
  });
}

function ofTheState(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  csvRoute(app, {
    list: 'payments',
    scope: 'state',
    summary: 'Download payments as CSV',
    querystring: peopleDownloadQuerySchema,
    read: (_, query, language) => paymentsCsv(db, query, language, now()),
  });
  csvRoute(app, {
    list: 'growth',
    scope: 'state',
    summary: 'Download figures by day as CSV',
    querystring: spanQuerySchema,
    read: async (_, query, language) =>
      csvOf(growthFile, (await readGrowth(db, query, now())).days, language),
  });
  csvRoute(app, {
    list: 'undelivered',
    scope: 'state',
    summary: 'Download undelivered notices as CSV',
    querystring: noFilters,
    read: async (viewer, _, language) =>
      csvOf(
        csvColumnsOf(undeliveredColumns),
        await everyRow(async (page) => (await findUndelivered(db, viewer, page)).deliveries),
        language,
      ),
  });
  csvRoute(app, {
    list: 'contact-patterns',
    scope: 'state',
    summary: 'Download accounts that open contacts unusually fast as CSV',
    querystring: noFilters,
    read: async (viewer, _, language) => {
      const { accounts, addresses } = await findContactPatterns(db, viewer, now());
      return csvOf<ContactPattern>(
        csvColumnsOf(contactPatternColumns),
        [...accounts, ...addresses],
        language,
      );
    },
  });
}
