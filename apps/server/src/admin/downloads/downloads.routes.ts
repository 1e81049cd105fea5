import { growth, peopleDownloadQuery } from '@mutual-transfer/domain/administration/administration';
import { auditDownloadQuery } from '@mutual-transfer/domain/administration/audit-log';
import { officeDownloadQuery } from '@mutual-transfer/domain/administration/office-agreement';
import { reportDownloadQuery } from '@mutual-transfer/domain/administration/report';
import { spanQuery } from '@mutual-transfer/domain/day-span';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { z } from 'zod';
import type { App, Dependencies } from '../../dependencies.ts';
import { languageOf } from '../../http/responses/answers.ts';
import { inTurn } from '../../http/turns/turns.ts';
import { agreementsCsv } from '../agreements/agreements-csv.ts';
import { readGrowth } from '../figures/growth.queries.ts';
import { csvRoute } from './csv-route.ts';
import { auditCsv, paymentsCsv, teachersCsv } from './downloads.ts';
import { contactPatternsCsv, growthCsv, heldTextsCsv, reportsCsv, undeliveredCsv } from './list-downloads.ts';

const noFilters = z.strictObject({});

/** Registers the figures by day, and the CSV downloads of the administrators' lists. */
export function downloadRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/admin/growth',
    {
      config: { policy: 'state' },
      schema: {
        summary: 'Count registrations, requests, transfers and income by day',
        querystring: spanQuery,
        response: { 200: growth },
      },
    },
    inTurn((request) => readGrowth(dependencies.db, request.query)),
  );
  ofDistricts(app, dependencies);
  ofTheState(app, dependencies);
}

function ofDistricts(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  csvRoute(app, {
    list: 'users',
    scope: 'district',
    summary: 'Download teachers as CSV',
    querystring: peopleDownloadQuery,
    read: (viewer, query) => teachersCsv(db, viewer, query),
  });
  csvRoute(app, {
    list: 'agreements',
    scope: 'district',
    summary: 'Download the members of agreements as CSV',
    querystring: officeDownloadQuery,
    read: (viewer, query) => agreementsCsv(db, viewer, query, now()),
  });
  csvRoute(app, {
    list: 'reports',
    scope: 'district',
    summary: 'Download reports as CSV',
    querystring: reportDownloadQuery,
    read: (viewer, query) => reportsCsv(db, viewer, query),
  });
  csvRoute(app, {
    list: 'held-texts',
    scope: 'district',
    summary: 'Download held texts as CSV',
    querystring: spanQuery,
    read: (viewer, query) => heldTextsCsv(db, viewer, query),
  });
}

function ofTheState(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  csvRoute(app, {
    list: 'payments',
    scope: 'state',
    summary: 'Download payments as CSV',
    querystring: peopleDownloadQuery,
    read: (_, query) => paymentsCsv(db, query),
  });
  csvRoute(app, {
    list: 'audit',
    scope: 'state',
    summary: 'Download the audit log as CSV',
    querystring: auditDownloadQuery,
    read: (_, query, request) => auditCsv(db, query, messagesIn(languageOf(request))),
  });
  csvRoute(app, {
    list: 'growth',
    scope: 'state',
    summary: 'Download figures by day as CSV',
    querystring: spanQuery,
    read: (_, query) => growthCsv(db, query),
  });
  csvRoute(app, {
    list: 'undelivered',
    scope: 'state',
    summary: 'Download undelivered notices as CSV',
    querystring: noFilters,
    read: (viewer) => undeliveredCsv(db, viewer),
  });
  csvRoute(app, {
    list: 'contact-patterns',
    scope: 'state',
    summary: 'Download accounts that open contacts unusually fast as CSV',
    querystring: noFilters,
    read: (viewer) => contactPatternsCsv(db, viewer, now()),
  });
}
