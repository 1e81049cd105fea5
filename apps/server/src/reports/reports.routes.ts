import {
  newDecision,
  newReport,
  report,
  reportList,
  reportQuery,
} from '@mutual-transfer/domain/administration/report';
import { confirmation } from '@mutual-transfer/domain/problem';
import { byId } from '../http/by-id.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { findReport, findReports } from './reports.queries.ts';
import { decideReport, reportTeacher } from './reports.ts';

/** Registers the routes of teachers' reports of other teachers, and of the decisions about these reports. */
export function reportRoutes(app: App, dependencies: Pick<CoreDependencies, 'db' | 'now'>): void {
  const { db, now } = dependencies;
  app.post(
    '/api/reports',
    {
      config: {
        policy: 'session',
        idempotency: 'key',
        problems: ['not_found', 'report_open', 'report_limit'],
      },
      schema: {
        summary: 'Report a teacher to the administrator',
        body: newReport,
        response: { 201: confirmation },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => reportTeacher(transaction, signedIn(request).userId, request.body, now()),
        outcome: () => ({ status: 201, ids: {} }),
        render: () => ({ message: say(request, 'done.reported') }),
      }),
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
    (request) => findReports(db, signedIn(request), request.query),
  );

  app.post(
    '/api/admin/reports/:id/decision',
    {
      config: {
        policy: 'district',
        concerns: 'report',
        idempotency: 'key',
        problems: ['not_found', 'report_decided'],
      },
      schema: {
        summary: 'Decide a report and notify both teachers',
        params: byId,
        body: newDecision,
        response: { 200: report },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => decideReport(transaction, request, now()),
        outcome: () => ({ ids: {} }),
        render: () => findReport(db, signedIn(request), request.params.id),
      }),
  );
}
