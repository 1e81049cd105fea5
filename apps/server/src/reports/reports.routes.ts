import {
  newDecision,
  newReport,
  report,
  reportList,
  reportQuery,
} from '@mutual-transfer/domain/administration/report';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { inTurn, writeInTurn } from '../http/turns/turns.ts';
import { findReport, findReports } from './reports.queries.ts';
import { decideReport, reportTeacher } from './reports.ts';

/** Registers the routes of teachers' reports of other teachers, and of the decisions about these reports. */
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
        body: newReport,
        response: { 201: confirmation },
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
        summary: 'List reports: open ones oldest first, decided ones newest first',
        querystring: reportQuery,
        response: { 200: reportList },
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
        summary: 'Decide a report and notify both teachers',
        params: byId,
        body: newDecision,
        response: { 200: report },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            await decideReport(transaction, request, now());
            return {};
          }),
        answer: () => findReport(db, signedIn(request), request.params.id),
      }),
    ),
  );
}
