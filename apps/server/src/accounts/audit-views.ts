import type { AuditAction } from '@mutual-transfer/domain/administration/audit-actions';
import type { App } from '../http/dependencies.ts';
import { writeAudit } from './audit.ts';
import type { AccountDependencies } from './dependencies.ts';
import { withoutTyped } from './keyed-hash.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Action of the audit entry that each call writes with its query, before it reads anything. */
    audits?: AuditAction;
  }
}

/** Writes the views and downloads of lists to the audit log, on routes whose config has `audits`. */
export function auditViews(
  app: App,
  { db, keyedHash, now }: Pick<AccountDependencies, 'db' | 'keyedHash' | 'now'>,
): void {
  app.addHook('onRoute', (route) => {
    const { handler, config: { audits: action } = {} } = route;
    if (action === undefined) return;
    route.handler = async function audited(request, reply) {
      const details = withoutTyped(request.query ?? {}, keyedHash);
      await writeAudit(db, request, { action, details }, now());
      return handler.call(this, request, reply);
    };
  });
}
