import type { NewDecision, NewReport } from '@mutual-transfer/domain/administration/report';
import { MILLISECONDS_A_DAY, REPORTS_A_DAY } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../accounts/audit.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { lockMembers, lockOwnAccount } from '../members/lock-members.ts';
import { createNotices } from '../notices/create-notices.ts';
import { isBlocking } from '../privacy/excluded-pairs.queries.ts';

/**
 * Stores a teacher's report of another teacher, about which an administrator decides.
 *
 * @throws {AppError} `not_found` for an unknown or inactive teacher, for the reporter's own id, for a request or alert that is not of the
 * reported teacher, and for a request of a teacher who blocks the reporter, because it looks deleted; `report_open` while an earlier report
 * of the same teacher is open; `report_limit`.
 */
export async function reportTeacher(
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
 * Stores an administrator's decision and notifies both teachers. The same decision with the same words has no effect when repeated.
 *
 * @throws {AppError} `not_found`, `report_decided` for a report that was decided otherwise.
 */
export async function decideReport(
  transaction: Transaction<Database>,
  request: FastifyRequest<{ Params: { id: string }; Body: NewDecision }>,
  now: Date,
): Promise<void> {
  const { id } = request.params;
  const { decision, words } = request.body;
  const row = await lockReport(transaction, id);
  if (row.taken === decision && row.decision_words === words) return;
  if (row.decided_at !== null) throw new AppError('report_decided');
  const { reporter_id, reported_id, reason } = row;
  const toReporter = { kind: 'report_decided', decision, words } as const;
  await transaction
    .updateTable('reports')
    .set({ decision, decision_words: words, decided_by: signedIn(request).userId, decided_at: now })
    .where('id', '=', id)
    .execute();
  const details = { report: id, decision, reason: words };
  await writeAudit(transaction, request, { action: 'report.decide', subjectId: reported_id, details }, now);
  await createNotices(
    transaction,
    [
      ...(reporter_id === null ? [] : [{ recipientId: reporter_id, content: toReporter }]),
      { recipientId: reported_id, content: { kind: 'reported', decision, reason, words } },
    ],
    now,
  );
}

/** Locks both teachers of a report, and then the report, as an erasure does. @throws {AppError} `not_found`. */
async function lockReport(transaction: Transaction<Database>, id: string) {
  const report = transaction
    .selectFrom('reports')
    .select(['reporter_id', 'reported_id', 'reason', 'decided_at'])
    .select(['decision as taken', 'decision_words'])
    .where('id', '=', id);
  const found = await report.executeTakeFirst();
  const teachers = [found?.reporter_id, found?.reported_id].filter((teacher) => typeof teacher === 'string');
  await lockMembers(transaction, teachers);
  return report.forUpdate().executeTakeFirstOrThrow(() => new AppError('not_found'));
}
