import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { writeAudit } from './audit.ts';

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
  readonly route: string;
  readonly ids?: Readonly<Record<string, string>>;
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

/** Writes an audit entry for a call that was refused because it concerns data outside the administrator's districts. */
export async function auditRefusedCall({ db, now }: Dependencies, request: FastifyRequest): Promise<void> {
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  await writeAudit(db, request, { action: 'refused', details: { route, ...idsIn(request.params) } }, now());
}

/** Returns the ids in the path parameters. Runs before validation, so values that cannot be an id are left out. */
function idsIn(params: unknown): Record<string, unknown> {
  const named = Object.entries(params ?? {});
  return Object.fromEntries(named.filter(([, value]) => /^[\w-]{1,100}$/.test(String(value))));
}
