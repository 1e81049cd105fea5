import { teacherViewers } from '@mutual-transfer/domain/administration/teacher-viewers';
import { writeAudit } from '../../accounts/audit.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { byId } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { inTurn } from '../../http/turns/turns.ts';
import { findTeacherViewers } from './teacher-viewers.queries.ts';

/** Registers the list of people who viewed a teacher's data. Each call is in the audit log. */
export function teacherViewerRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/users/:id/looks',
    {
      config: { policy: 'district', concerns: 'teacher' },
      schema: {
        summary: 'List administrators who viewed a teacher, and teachers who opened the contact',
        params: byId,
        response: { 200: teacherViewers },
      },
    },
    inTurn(async (request) => {
      const { id } = request.params;
      const found = await findTeacherViewers(db, signedIn(request), id);
      await writeAudit(db, request, { action: 'look.looks', subjectId: id }, now());
      return found;
    }),
  );
}
