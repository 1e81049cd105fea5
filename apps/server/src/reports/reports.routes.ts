import {
  newDecision,
  newReport,
  report,
  reportList,
  reportQuery,
} from '@mutual-transfer/domain/administration/report';
import { confirmation } from '@mutual-transfer/domain/problem';
import { z } from 'zod';
import { say } from '../http/answers.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { findReport, findReports } from './reports.queries.ts';
import { decideReport, reportTeacher } from './reports.ts';

/** Routes of reports between teachers, and of the decisions about them. */
export function reportRoutes(app: App, { db, now }: CoreDependencies): void {
  app.post(
    '/api/reports',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Report a teacher to the administrator',
        body: newReport,
        response: { 201: confirmation },
      },
    },
    async (request, reply) => {
      await reportTeacher(db, signedIn(request).userId, request.body, now());
      return reply.code(201).send({ message: say(request, 'done.reported') });
    },
  );

  app.get(
    '/api/admin/reports',
    {
      config: { policy: 'admin' },
      schema: {
        summary: 'List reports: open from the oldest on, or decided from the newest on',
        querystring: reportQuery,
        response: { 200: reportList },
      },
    },
    (request) => findReports(db, signedIn(request), request.query),
  );

  app.post(
    '/api/admin/reports/:id/decision',
    {
      config: { policy: 'admin' },
      schema: {
        summary: 'Decide a report and notify both teachers',
        params: z.strictObject({ id: z.uuid() }),
        body: newDecision,
        response: { 200: report },
      },
    },
    async (request) => {
      await decideReport(db, request, now());
      return findReport(db, signedIn(request), request.params.id);
    },
  );
}
