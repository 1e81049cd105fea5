import {
  type NewDecision,
  type NewReport,
  newDecisionSchema,
  newReportSchema,
  type Report,
  type ReportKind,
  type ReportList,
  type ReportQuery,
  reportListSchema,
  reportQuerySchema,
  reportSchema,
} from '@mutual-transfer/domain/administration/report';
import { type ReportReason, reportReasons } from '@mutual-transfer/domain/administration/report-reasons';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { MILLISECONDS_A_DAY, REPORTS_A_DAY } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { createNotices } from '../notices/notices.ts';
import { isReportInScope } from '../people/administrator-scope.ts';
import { writeAudit } from '../people/audit.ts';
import { lockMembers, lockOwnAccount } from '../people/lock-members.ts';
import { personColumns, presentPerson } from '../people/present.ts';
import { isBlocking } from '../people/visibility.ts';
import { isWithin } from '../platform/database/database-clock.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database, Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';

/**
 * Stores a teacher's report of another teacher, about which an administrator decides.
 *
 * @throws {AppError} `not_found` for an unknown or inactive teacher, for the reporter's own id, for a request or alert that is not of the
 * reported teacher, and for a request of a teacher who blocks the reporter, because it looks deleted; `report_open` while an earlier report
 * of the same teacher is open; `report_limit`.
 */
async function reportTeacher(
  transaction: Transaction<Database>,
  reporterId: string,
  input: NewReport,
  now: Date,
): Promise<void> {
  await lockOwnAccount(transaction, reporterId);
  await refuseUnknown(transaction, reporterId, input);
  await refuseBeyondLimit(transaction, reporterId, input.user, now);
  await transaction
    .insertInto('reports')
    .values({
      id: newId({ msecs: now.getTime() }),
      reporter_id: reporterId,
      reported_id: input.user,
      reason: input.reason,
      words: input.words === undefined || input.words === '' ? null : input.words,
      request_id: input.requestId ?? null,
      alert_id: input.alertId ?? null,
      created_at: now,
    })
    .execute();
}

async function refuseUnknown(
  transaction: Transaction<Database>,
  reporterId: string,
  input: NewReport,
): Promise<void> {
  const { user } = input;
  const [requestId, alertId] = [input.requestId ?? null, input.alertId ?? null];
  const { rows } = await sql`
    select from users
    where id = ${user} and id <> ${reporterId} and role = 'teacher' and is_active
      and (${requestId}::uuid is null or exists (
        select from requests where requests.id = ${requestId} and requests.user_id = users.id
          and not ${isBlocking('users.id', reporterId)}))
      and (${alertId}::uuid is null or exists (
        select from alerts where alerts.id = ${alertId} and from_user_id = users.id and to_user_id = ${reporterId}))`.execute(
    transaction,
  );
  if (rows.length === 0) throw new AppError('not_found');
}

async function refuseBeyondLimit(
  transaction: Transaction<Database>,
  reporterId: string,
  reportedId: string,
  now: Date,
): Promise<void> {
  const sent = await transaction
    .selectFrom('reports')
    .select(['reported_id', 'decided_at', 'created_at'])
    .where('reporter_id', '=', reporterId)
    .where('number', 'is', null)
    .where((row) =>
      row.or([
        row('created_at', '>', new Date(now.getTime() - MILLISECONDS_A_DAY)),
        row('decided_at', 'is', null),
      ]),
    )
    .execute();
  if (sent.some(({ reported_id, decided_at }) => reported_id === reportedId && decided_at === null))
    throw new AppError('report_open');
  const today = sent.filter(({ created_at }) => created_at.getTime() > now.getTime() - MILLISECONDS_A_DAY);
  if (today.length >= REPORTS_A_DAY) {
    throw new AppError('report_limit', { values: { maximum: REPORTS_A_DAY }, retryAfterSeconds: 3_600 });
  }
}

/**
 * Stores an administrator's decision and notifies both teachers, or the member who complained. The same decision with the same words has no effect when repeated.
 *
 * @throws {AppError} `not_found`, `report_decided` for a report that was decided otherwise.
 */
async function decideReport(
  transaction: Transaction<Database>,
  request: FastifyRequest<{ Params: { id: string }; Body: NewDecision }>,
  now: Date,
): Promise<void> {
  const { id } = request.params;
  const { decision, words } = request.body;
  const row = await lockReport(transaction, id);
  if (row.taken === decision && row.decision_words === words) return;
  if (row.decided_at !== null) throw new AppError('report_decided');
  const { reporter_id, reported_id, reason, number } = row;
  await transaction
    .updateTable('reports')
    .set({ decision, decision_words: words, decided_by: signedIn(request).userId, decided_at: now })
    .where('id', '=', id)
    .execute();
  const details = { report: id, decision, reason: words, ...(number === null ? {} : { number }) };
  const subjectId = reported_id ?? reporter_id ?? undefined;
  await writeAudit(transaction, request, { action: 'report.decide', subjectId, details }, now);
  const toReporter =
    number === null
      ? ({ kind: 'report_decided', decision, words } as const)
      : ({ kind: 'complaint_answered', number, decision, words } as const);
  await createNotices(
    transaction,
    [
      ...(reporter_id === null ? [] : [{ recipientId: reporter_id, content: toReporter }]),
      ...(reported_id === null || !isReportReason(reason)
        ? []
        : [{ recipientId: reported_id, content: { kind: 'reported', decision, reason, words } as const }]),
    ],
    now,
  );
}

function isReportReason(reason: Report['reason']): reason is ReportReason {
  return (reportReasons as readonly string[]).includes(reason);
}

/** Locks both teachers of a report, and then the report, as an erasure does. @throws {AppError} `not_found`. */
async function lockReport(transaction: Transaction<Database>, id: string) {
  const report = transaction
    .selectFrom('reports')
    .select(['reporter_id', 'reported_id', 'reason', 'number', 'decided_at'])
    .select(['decision as taken', 'decision_words'])
    .where('id', '=', id);
  const found = await report.executeTakeFirst();
  const teachers = [found?.reporter_id, found?.reported_id].filter((teacher) => typeof teacher === 'string');
  await lockMembers(transaction, teachers);
  return report.forUpdate().executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Returns the SQL condition that a report is of this kind. Only complaints have a number. */
export function isOfKind(kind: ReportKind): RawBuilder<SqlBool> {
  if (kind === 'complaint') return sql<SqlBool>`reports.number is not null`;
  return sql<SqlBool>`(reports.number is null and (reports.reason = 'money') = ${kind === 'money'})`;
}

/** Returns a page of reports and complaints: open ones, oldest first, or decided ones or all, newest first. */
export async function findReports(db: Db, viewer: SignedIn, query: ReportQuery): Promise<ReportList> {
  const { state, reason, kind } = query;
  const isOpen = state === 'open';
  const chosen = db
    .selectFrom('reports')
    .where(isWithin('reports.created_at', query))
    .where(isReportInScope(viewer))
    .$if(state !== 'all', (reports) => reports.where('reports.decided_at', isOpen ? 'is' : 'is not', null))
    .$if(reason !== undefined, (reports) => reports.where('reason', '=', reason ?? 'other'))
    .$if(kind !== undefined, (reports) => reports.where(isOfKind(kind ?? 'teacher')))
    .select('id')
    .$if(state === 'decided', (reports) => reports.orderBy('decided_at', 'desc'))
    .orderBy('id', isOpen ? 'asc' : 'desc');
  const { rows, pagination } = await readPage(chosen, query);
  const ids = rows.map(({ id }) => id);
  return { reports: await readReports(db, viewer, ids), pagination };
}

/** Returns one report. @throws {AppError} `not_found`. */
async function findReport(db: Db, viewer: SignedIn, id: string): Promise<Report> {
  const [found] = await readReports(db, viewer, [id]);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

async function readReports(db: Db, viewer: SignedIn, ids: readonly string[]): Promise<Report[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('reports')
    .leftJoin('requests', 'requests.id', 'reports.request_id')
    .leftJoin('alerts', 'alerts.id', 'reports.alert_id')
    .selectAll('reports')
    .select([
      sql<string | null>`requests.reason || coalesce(E'\\n' || requests.additional_info, '')`.as(
        'requestText',
      ),
      'alerts.message as alertText',
    ])
    .select(
      sql<number>`(select count(*)::int from reports as all_reports
        where all_reports.reported_id = reports.reported_id and ${isReportInScope(viewer, 'all_reports')})`.as(
        'reportsOfTeacher',
      ),
    )
    .where('reports.id', 'in', ids)
    .execute();
  const named = rows
    .flatMap(({ reporter_id, reported_id }) => [reporter_id, reported_id])
    .filter((id) => id !== null);
  const people = await db
    .selectFrom('users')
    .select(personColumns)
    .where('users.id', '=', sql<string>`any(${named}::uuid[])`)
    .execute();
  const byId = new Map(people.map((person) => [person.personId, person]));
  const show = (id: string | null) => {
    const person = byId.get(id ?? '');
    return person === undefined ? null : presentPerson(person, viewer);
  };
  const byReport = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byReport.get(id);
    if (row === undefined) return [];
    const { number, name, contact, due_at } = row;
    return {
      _id: id,
      reporter: show(row.reporter_id),
      reported: show(row.reported_id),
      complaint:
        number === null || due_at === null ? null : { number, name, contact, dueAt: due_at.toISOString() },
      reason: row.reason,
      words: row.words,
      requestId: row.request_id,
      requestText: row.requestText,
      alertId: row.alert_id,
      alertText: row.alertText,
      reportsOfTeacher: row.reportsOfTeacher,
      createdAt: row.created_at.toISOString(),
      decision: row.decision,
      decisionWords: row.decision_words,
      decidedAt: row.decided_at?.toISOString() ?? null,
    };
  });
}

/** Registers the routes of teachers' reports of other teachers, and of the decisions about reports and complaints. */
export function reportRoutes(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  app.post(
    '/api/reports',
    {
      config: {
        policy: 'session',
        idempotency: 'key',
      },
      schema: {
        summary: 'Report a teacher to the administrator',
        body: newReportSchema,
        response: { 201: confirmationSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            await reportTeacher(transaction, signedIn(request).userId, request.body, now());
            return { status: 201 };
          }),
        answer: () => ({ message: say(request, 'done.reported') }),
      }),
    ),
  );

  app.get(
    '/api/admin/reports',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'List reports and complaints: open ones oldest first, decided ones newest first',
        querystring: reportQuerySchema,
        response: { 200: reportListSchema },
      },
    },
    inTurn((request) => findReports(db, signedIn(request), request.query)),
  );

  app.post(
    '/api/admin/reports/:id/decision',
    {
      config: {
        policy: 'district',
        concerns: 'report',
        idempotency: 'key',
      },
      schema: {
        summary: 'Decide a report or complaint, and notify both teachers or the member who complained',
        params: byId,
        body: newDecisionSchema,
        response: { 200: reportSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) => commit((transaction) => decideReport(transaction, request, now())),
        answer: () => findReport(db, signedIn(request), request.params.id),
      }),
    ),
  );
}
