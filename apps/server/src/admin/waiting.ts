import {
  type OpenWorkCounts,
  type UndeliveredList,
  undeliveredListSchema,
  type WaitingKind,
  waitingSchema,
} from '@mutual-transfer/domain/administration/open-work';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { type PageQuery, wholeListQuerySchema } from '@mutual-transfer/domain/query-parameters';
import { type Kysely, type NotNull, type RawBuilder, sql } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { isOfKind } from '../inbox/reports.ts';
import { retryDelivery } from '../notices/deliveries.ts';
import { isKnownKind } from '../notices/notices.ts';
import { isPostedInScope, isReportInScope } from '../people/administrator-scope.ts';
import { writeAudit } from '../people/audit.ts';
import { recordShown } from '../people/visibility.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { agreementCondition } from './agreements/agreements.ts';
import { heldTexts } from './held-texts.ts';

/** Returns the number of rows of each kind that wait for the administrator, each with the URL of their list. */
async function countWaiting(
  { db, paidMessages }: Pick<Dependencies, 'db' | 'paidMessages'>,
  viewer: SignedIn,
  now: Date,
): Promise<OpenWorkCounts> {
  const due = now.toISOString();
  const isOpen = sql`decided_at is null and ${isReportInScope(viewer)}`;
  const heldInScope = isPostedInScope(viewer, sql.ref('writer.district'));
  const [overdue, partlyJoined] = await Promise.all([
    agreementCondition(db, viewer, { due }, now),
    agreementCondition(db, viewer, { joined: 'some' }, now),
  ]);
  const { rows } = await sql<Record<WaitingKind, number>>`select
    ${count(sql`reports where ${isOpen} and ${isOfKind('money')}`)} as "moneyReports",
    ${count(sql`reports where ${isOpen} and ${isOfKind('teacher')}`)} as reports,
    ${count(sql`reports where ${isOpen} and ${isOfKind('complaint')}`)} as complaints,
    ${count(sql`(${heldTexts}) as held join users as writer on writer.id = writer_id where ${heldInScope}`)} as "heldTexts",
    ${count(sql`agreements where ${overdue}`)} as "overdueAgreements",
    ${count(sql`agreements where ${partlyJoined}`)} as "partlyJoined",
    ${count(sql`unexplained_payments where settled_at is null`)} as "unexplainedPayments",
    ${count(sql`deliveries where state = 'dead'`)} as undelivered`.execute(db);
  const rowsOf = (kind: WaitingKind, list: string) => ({ count: rows[0]?.[kind] ?? 0, list });
  const ofAll = {
    reports: rowsOf('reports', '/api/admin/reports?state=open&kind=teacher'),
    heldTexts: rowsOf('heldTexts', '/api/admin/held-texts'),
    overdueAgreements: rowsOf('overdueAgreements', `/api/admin/agreements?due=${due}`),
    partlyJoined: rowsOf('partlyJoined', '/api/admin/agreements?joined=some'),
  };
  if (viewer.administers !== null) return ofAll;
  const [all, strangers, own] = await Promise.all([
    paidMessages.read('all'),
    paidMessages.read('strangers'),
    paidMessages.read('own'),
  ]);
  const isSpent = [all, strangers, own].some(({ sent, allowed }) => sent >= allowed);
  return {
    ...ofAll,
    ...(isSpent ? { paidMessages: { all, strangers, own } } : {}),
    moneyReports: rowsOf('moneyReports', '/api/admin/reports?state=open&kind=money'),
    complaints: rowsOf('complaints', '/api/admin/reports?state=open&kind=complaint'),
    unexplainedPayments: rowsOf('unexplainedPayments', '/api/admin/payments/unexplained?state=open'),
    undelivered: rowsOf('undelivered', '/api/admin/undelivered'),
  };
}

function count(rows: RawBuilder<unknown>) {
  return sql`(select count(*)::int from ${rows})`;
}

export function waitingRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/admin/waiting',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'Count what waits for the administrator, by list',
        response: { 200: waitingSchema },
      },
    },
    inTurn((request) => countWaiting(dependencies, signedIn(request), dependencies.now())),
  );
}

/** Returns a page of the notices that a channel did not accept, latest first. */
export async function findUndelivered(
  db: Kysely<Database>,
  viewer: SignedIn,
  query: PageQuery,
): Promise<UndeliveredList> {
  const dead = db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'alert_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['deliveries.id', 'kind', 'channel', 'user_id', 'users.name', 'attempts', 'error', 'ended_at'])
    // `ended_at` is set in the state `dead`.
    .$narrowType<{ ended_at: NotNull }>()
    .where('deliveries.state', '=', 'dead')
    .where(isKnownKind)
    .orderBy('deliveries.id', 'desc');
  const { rows, pagination } = await readPage(dead, query);
  for (const { user_id } of rows) recordShown(viewer, user_id);
  const deliveries = rows.map(({ id, kind, channel, user_id, name, attempts, error, ended_at }) => ({
    _id: id,
    kind,
    channel,
    recipient: { _id: user_id, name },
    attempts,
    error: error ?? '',
    endedAt: ended_at.toISOString(),
  }));
  return { deliveries, pagination };
}

const config = { policy: 'state' } as const;

export function undeliveredRoutes(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  app.get(
    '/api/admin/undelivered',
    {
      config,
      schema: {
        summary: 'Notices that a channel did not take, the latest first',
        querystring: wholeListQuerySchema,
        response: { 200: undeliveredListSchema },
      },
    },
    inTurn((request) => findUndelivered(db, signedIn(request), request.query)),
  );

  app.post(
    '/api/admin/undelivered/:id/retry',
    {
      config: { ...config, idempotency: 'key' },
      schema: {
        summary: 'Send an undelivered notice again',
        params: byId,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            const subjectId = await retryDelivery(transaction, request.params.id, now());
            await writeAudit(transaction, request, { action: 'notice.retry', subjectId }, now());
          }),
        answer: () => ({ message: say(request, 'done.noticeRetried') }),
      }),
    ),
  );
}
