import {
  exclusionListSchema,
  exclusionQuerySchema,
  exclusionSchema,
  newExclusionSchema,
} from '@mutual-transfer/domain/seasons/exclusion';
import { z } from 'zod';
import { findExclusion, letBackIn, listExclusions, takeOut } from '../agreements/office/take-out.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { isInScope } from '../people/administrator-scope.ts';
import { writeAudit } from '../people/audit.ts';
import { audited } from '../people/audited.ts';
import { AppError } from '../platform/errors.ts';

/** Registers the list of teachers whom offices keep out of the season. */
export function exclusionRoutes(app: App, { db, background, agreementsDue, now }: Dependencies): void {
  app.get(
    '/api/admin/exclusions',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'List the teachers who are out of the open or next season, latest first',
        querystring: exclusionQuerySchema,
        response: { 200: exclusionListSchema },
      },
    },
    inTurn(
      audited('look.exclusions', (request) => listExclusions(db, signedIn(request), request.query, now())),
    ),
  );

  app.post(
    '/api/admin/exclusions',
    {
      config: { policy: 'district', concerns: 'rows', idempotency: 'key' },
      schema: {
        summary: 'Keep a teacher out of the open or next season, which ends their proposals and agreements',
        body: newExclusionSchema,
        response: { 201: exclusionSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const { user, reason, until } = request.body;
          const administrator = signedIn(request);
          const made = await commit(async (transaction) => {
            const isTeacher = await transaction
              .selectFrom('users')
              .select('id')
              .where('id', '=', user)
              .where('role', '=', 'teacher')
              .executeTakeFirst();
            if (isTeacher === undefined) throw new AppError('not_found');
            if (!(await isInScope(transaction, administrator, 'teacher', user)))
              throw new AppError('forbidden', { message: 'forbidden.elsewhere' });
            const by = administrator.userId;
            await takeOut(transaction, { teachers: [{ userId: user, reason, until }], by, now: now() });
            const details = { reason, until };
            await writeAudit(
              transaction,
              request,
              { action: 'season.takeOut', subjectId: user, details },
              now(),
            );
            return { status: 201 };
          });
          background(agreementsDue);
          return made;
        },
        answer: () => findExclusion(db, request.body.user, now()),
      }),
    ),
  );

  app.delete(
    '/api/admin/exclusions/:id',
    {
      config: { policy: 'district', concerns: 'teacher' },
      schema: {
        summary: 'Let a teacher take part in the open or next season again',
        params: byId,
        response: { 204: z.null() },
      },
    },
    writeInTurn(async (request, reply) => {
      const { id } = request.params;
      await db.transaction().execute(async (transaction) => {
        if (!(await letBackIn(transaction, id, now()))) return;
        await writeAudit(transaction, request, { action: 'season.letIn', subjectId: id }, now());
      });
      return reply.code(204).send(null);
    }),
  );
}
