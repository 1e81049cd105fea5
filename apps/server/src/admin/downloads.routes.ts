import {
  auditDownloadQuery,
  growth,
  peopleDownloadQuery,
} from '@mutual-transfer/domain/administration/administration';
import { spanQuery } from '@mutual-transfer/domain/day-span';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { writeAudit } from '../accounts/audit.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { withoutTyped } from '../accounts/keyed-hash.ts';
import { languageOf } from '../http/answers.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { auditCsv, paymentsCsv, teachersCsv } from './downloads.ts';
import { readGrowth } from './growth.queries.ts';
import { csvResponse, sendCsv } from './send-csv.ts';

const config = { policy: 'state' } as const;

/** Registers figures by day and tables as CSV files. Each download is in the audit log. */
export function downloadRoutes(
  app: App,
  { db, reads, keyedHash, now }: Pick<AccountDependencies, 'db' | 'keyedHash' | 'now' | 'reads'>,
): void {
  app.get(
    '/api/admin/growth',
    {
      config,
      schema: {
        summary: 'Count registrations, requests, transfers and income by day',
        querystring: spanQuery,
        response: { 200: growth },
      },
    },
    (request) => reads.ask(signedIn(request), (database) => readGrowth(database, request.query)),
  );

  app.get(
    '/api/admin/users.csv',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'Download teachers as CSV',
        querystring: peopleDownloadQuery,
        response: csvResponse,
      },
    },
    async (request, reply) => {
      const details = withoutTyped(request.query, keyedHash);
      await writeAudit(db, request, { action: 'download.users', details }, now());
      return sendCsv(reply, 'teachers', teachersCsv(db, signedIn(request), request.query));
    },
  );

  app.get(
    '/api/admin/payments.csv',
    {
      config,
      schema: {
        summary: 'Download payments as CSV',
        querystring: peopleDownloadQuery,
        response: csvResponse,
      },
    },
    async (request, reply) => {
      const details = withoutTyped(request.query, keyedHash);
      await writeAudit(db, request, { action: 'download.payments', details }, now());
      return sendCsv(reply, 'payments', paymentsCsv(db, request.query));
    },
  );

  app.get(
    '/api/admin/audit.csv',
    {
      config,
      schema: {
        summary: 'Download the audit log as CSV',
        querystring: auditDownloadQuery,
        response: csvResponse,
      },
    },
    async (request, reply) => {
      const details = withoutTyped(request.query, keyedHash);
      await writeAudit(db, request, { action: 'download.audit', details }, now());
      return sendCsv(reply, 'audit', auditCsv(db, request.query, messagesIn(languageOf(request))));
    },
  );
}
