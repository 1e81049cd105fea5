import type { AuditAction } from '@mutual-transfer/domain/administration/audit-actions';
import { keptSince } from '@mutual-transfer/domain/retention';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import { signedIn } from '../http/policy.ts';
import type { Database } from '../platform/database/tables.ts';

const FORBIDDEN = 403;

/** The action and its subject. Never contains a password or a token. */
export interface AuditedAction {
  action: AuditAction | `impersonated ${string}`;
  subjectId?: string | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** Writes an audit entry about the caller's action, in the transaction of the action. */
export async function writeAudit(
  db: Kysely<Database>,
  request: FastifyRequest,
  { action, subjectId, details }: AuditedAction,
  now: Date,
): Promise<void> {
  const { userId, impersonatorId } = signedIn(request);
  await writeAuditOf(db, request, { actorId: userId, impersonatorId, action, subjectId, details }, now);
}

/** Number of entries that one statement inserts. */
const ENTRIES_AT_ONCE = 1_000;

/** Writes an audit entry about each of the caller's actions, in their transaction. One statement for many keeps locks for a short time. */
export async function writeAudits(
  db: Kysely<Database>,
  request: FastifyRequest,
  actions: readonly AuditedAction[],
  now: Date,
): Promise<void> {
  const { userId: actorId, impersonatorId } = signedIn(request);
  for (let first = 0; first < actions.length; first += ENTRIES_AT_ONCE) {
    const rows = actions
      .slice(first, first + ENTRIES_AT_ONCE)
      .map((action) => entryOf(request, { ...action, actorId, impersonatorId }, now));
    await db.insertInto('audit_log').values(rows).execute();
  }
}

/**
 * Writes an audit entry with an explicit actor: for calls whose caller is unknown or was only identified by the call, and for automatic
 * actions of the server.
 */
export async function writeAuditOf(
  db: Kysely<Database>,
  request: Pick<FastifyRequest, 'ip'>,
  action: ActionOf,
  now: Date,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(entryOf(request, action, now))
    .execute();
}

type ActionOf = AuditedAction & { actorId: string | null; impersonatorId?: string | null };

function entryOf(
  request: Pick<FastifyRequest, 'ip'>,
  { actorId, impersonatorId = null, action, subjectId, details }: ActionOf,
  now: Date,
) {
  return {
    id: newId({ msecs: now.getTime() }),
    happened_at: now,
    actor_id: actorId,
    impersonator_id: impersonatorId,
    action,
    subject_id: subjectId ?? null,
    address: request.ip,
    // The column's type is the parsed JSON; `pg` takes the text.
    details: JSON.stringify(details ?? {}) as never,
  };
}

/** Maximum number of entries per transaction, in which no other entry can be written. */
const DELETED_AT_ONCE = 2_000;

/**
 * Deletes the audit entries whose period has ended. The servers cannot: a trigger refuses it, and only the owner of the table switches it
 * off, for one transaction. That is why a command does this, and no job.
 *
 * @returns the number of deleted entries.
 */
export async function deleteOldAudit(db: Kysely<Database>, now: Date): Promise<number> {
  const since = keptSince('audit', now);
  for (let total = 0; ; ) {
    const deleted = await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '5s'`.execute(transaction);
      await sql`alter table audit_log disable trigger audit_log_only_grows`.execute(transaction);
      const { numAffectedRows } = await sql`delete from audit_log where id in (
        select id from audit_log where happened_at < ${since} limit ${DELETED_AT_ONCE})`.execute(transaction);
      await sql`alter table audit_log enable trigger audit_log_only_grows`.execute(transaction);
      return Number(numAffectedRows);
    });
    total += deleted;
    if (deleted < DELETED_AT_ONCE) return total;
  }
}

/**
 * Writes to the audit log which people a response shows unmasked to an administrator, before the response is sent. The presenters report
 * these people, so every route is covered. Files are streamed without this hook: their routes write the entries (`auditedLines`, `writeShown`).
 * Also writes each refusal to an administrator of districts.
 */
export function auditAnswers(app: App, dependencies: Dependencies): void {
  app.addHook('preSerialization', async (request, reply) => {
    await writeShown(dependencies, request);
    if (reply.statusCode === FORBIDDEN) await writeRefused(dependencies, request);
  });
}

/** Passes on the parts of a file, each after the audit entry about the people whom it shows. */
export async function* auditedLines<Part>(
  dependencies: Pick<Dependencies, 'db' | 'now'>,
  request: FastifyRequest,
  lines: AsyncIterable<Part> | Iterable<Part>,
): AsyncGenerator<Part> {
  for await (const line of lines) {
    await writeShown(dependencies, request);
    yield line;
  }
}

/** Writes an audit entry about the people who were shown since the previous one. */
export async function writeShown(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  request: FastifyRequest,
): Promise<void> {
  const { viewer } = request;
  if (viewer.kind === 'anonymous' || viewer.shown.size === 0) return;
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  const details = { route, people: [...viewer.shown] };
  viewer.shown.clear();
  await writeAudit(db, request, { action: 'look.people', details }, now());
}

/**
 * Writes an audit entry for a call that an administrator makes while viewing the app as a teacher. The entry contains both people, the
 * route, its ids, and whether the call was refused.
 */
export async function auditImpersonatedCall(
  { db, now }: Dependencies,
  request: FastifyRequest,
  isRefused: boolean,
): Promise<void> {
  const action = `impersonated ${request.method} ${request.routeOptions.url ?? ''}` as const;
  const { userId } = signedIn(request);
  await writeAudit(
    db,
    request,
    { action, subjectId: userId, details: { ...idsIn(request.params), ...(isRefused ? { isRefused } : {}) } },
    now(),
  );
}

/** Call whose answer is part of another answer: its route, and the ids in its path. */
export interface AnsweredCall {
  route: string;
  ids?: Readonly<Record<string, string>>;
}

/**
 * Writes, while an administrator views the app as a teacher, the audit entries of the calls whose answers a composed answer contains. Call
 * it before the answer is sent.
 */
export async function auditAnsweredCalls(
  { db, now }: Dependencies,
  request: FastifyRequest,
  calls: readonly AnsweredCall[],
): Promise<void> {
  const { impersonatorId, userId } = signedIn(request);
  if (impersonatorId === null) return;
  for (const { route, ids } of calls) {
    await writeAudit(
      db,
      request,
      { action: `impersonated GET ${route}`, subjectId: userId, details: ids },
      now(),
    );
  }
}

/**
 * Writes an audit entry for a call that was refused to an administrator of districts: by its policy, or by the route once it had read its
 * rows.
 */
async function writeRefused({ db, now }: Dependencies, request: FastifyRequest): Promise<void> {
  const { viewer } = request;
  if (viewer.kind === 'anonymous' || viewer.administers === null) return;
  if (viewer.impersonatorId !== null || viewer.isPasswordTemporary) return;
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  await writeAudit(db, request, { action: 'refused', details: { route, ...idsIn(request.params) } }, now());
}

/** Returns the ids in the path parameters. Runs before validation, so values that cannot be an id are left out. */
function idsIn(params: unknown): Record<string, unknown> {
  const named = Object.entries(params ?? {});
  return Object.fromEntries(named.filter(([, value]) => /^[\w-]{1,100}$/.test(String(value))));
}
