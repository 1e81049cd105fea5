import type { AuditAction } from '@mutual-transfer/domain/administration/audit-actions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutTyped } from '../platform/keyed-hash.ts';
import { writeAudit } from './audit.ts';

/** Wraps the handler of a view or download of a list: writes an audit entry with the query before it reads anything. */
export function audited<Handler extends (request: never, reply: never) => unknown>(
  action: AuditAction,
  handler: Handler,
): Handler {
  // The wrapped handler gets what its route gets, and returns what it returns, later.
  const wrapped = handler as unknown as (request: FastifyRequest, reply: FastifyReply) => unknown;
  const afterEntry = async (request: FastifyRequest, reply: FastifyReply) => {
    const { db, keyedHash, now } = request.server.dependencies;
    const details = withoutTyped(request.query ?? {}, keyedHash);
    await writeAudit(db, request, { action, details }, now());
    return wrapped(request, reply);
  };
  return afterEntry as unknown as Handler;
}
