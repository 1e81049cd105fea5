import type { AuditAction } from '@mutual-transfer/domain/administration/audit-actions';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/tables.ts';
import { signedIn } from '../http/policy.ts';

/** The action and its subject. Never contains a password or a token. */
export interface AuditedAction {
  readonly action: AuditAction | `impersonated ${string}`;
  readonly subjectId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
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

/**
 * Writes an audit entry with an explicit actor: for calls whose caller is unknown or was only identified by the call, and for automatic
 * actions of the server.
 */
export async function writeAuditOf(
  db: Kysely<Database>,
  request: Pick<FastifyRequest, 'ip'>,
  {
    actorId,
    impersonatorId = null,
    action,
    subjectId,
    details,
  }: AuditedAction & { readonly actorId: string | null; readonly impersonatorId?: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId({ msecs: now.getTime() }),
      happened_at: now,
      actor_id: actorId,
      impersonator_id: impersonatorId,
      action,
      subject_id: subjectId ?? null,
      address: request.ip,
      // The column's type is the parsed JSON; `pg` takes the text.
      details: JSON.stringify(details ?? {}) as never,
    })
    .execute();
}
