import { looks } from '@mutual-transfer/domain/administration/look';
import { z } from 'zod';
import { writeAudit } from '../../accounts/audit.ts';
import type { App, CoreDependencies } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { findLooks } from './looks.queries.ts';

/** Registers the list of people who looked at a teacher. Each call is in the audit log. */
export function lookRoutes(app: App, { db, now }: Pick<CoreDependencies, 'db' | 'now'>): void {
  app.get(
    '/api/admin/users/:id/looks',
    {
      config: { policy: 'district', concerns: 'teacher' },
      schema: {
        summary: 'List administrators who viewed a teacher, and teachers who opened the contact',
        params: z.strictObject({ id: z.uuid() }),
        response: { 200: looks },
      },
    },
    async (request) => {
      const { id } = request.params;
      const found = await findLooks(db, signedIn(request), id);
      await writeAudit(db, request, { action: 'look.looks', subjectId: id }, now());
      return found;
    },
  );
}
