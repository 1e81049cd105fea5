import { pairDownloadQuery } from '@mutual-transfer/domain/administration/administration';
import { reportDownloadQuery } from '@mutual-transfer/domain/administration/report';
import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import { spanQuery } from '@mutual-transfer/domain/day-span';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../accounts/audit.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { withoutTyped } from '../accounts/keyed-hash.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import {
  contactPatternsCsv,
  growthCsv,
  heldTextsCsv,
  pairsCsv,
  reportsCsv,
  undeliveredCsv,
} from './list-downloads.ts';
import { cachePairCounts } from './pairs.queries.ts';
import { csvResponse, sendCsv } from './send-csv.ts';

const ofState = { policy: 'state' } as const;
const ofDistrict = { policy: 'district', concerns: 'rows' } as const;

type List = 'growth' | 'reports' | 'held-texts' | 'undelivered' | 'contact-patterns' | 'matches';

/** Registers what the lists of administrators show as CSV files. Each download is in the audit log. */
export function listDownloadRoutes(
  app: App,
  dependencies: Pick<AccountDependencies, 'db' | 'keyedHash' | 'now' | 'reads' | 'rulebook'>,
): void {
  const { db, reads, keyedHash, rulebook, now } = dependencies;
  const pairCounts = cachePairCounts(now);

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: List,
    read: () => Promise<string[]>,
  ): Promise<never> => {
    const action = `download.${name}` as const;
    const details = withoutTyped((request.query ?? {}) as object, keyedHash);
    await writeAudit(db, request, { action, details }, now());
    return sendCsv(reply, name, await read());
  };

  app.get(
    '/api/admin/growth.csv',
    {
      config: ofState,
      schema: { summary: 'Download figures by day as CSV', querystring: spanQuery, response: csvResponse },
    },
    (request, reply) => send(request, reply, 'growth', () => growthCsv(db, request.query)),
  );

  app.get(
    '/api/admin/reports.csv',
    {
      config: ofDistrict,
      schema: { summary: 'Download reports as CSV', querystring: reportDownloadQuery, response: csvResponse },
    },
    (request, reply) =>
      send(request, reply, 'reports', () => reportsCsv(db, signedIn(request), request.query)),
  );

  app.get(
    '/api/admin/held-texts.csv',
    {
      config: ofDistrict,
      schema: { summary: 'Download held texts as CSV', querystring: spanQuery, response: csvResponse },
    },
    (request, reply) =>
      send(request, reply, 'held-texts', () => heldTextsCsv(db, signedIn(request), request.query)),
  );

  app.get(
    '/api/admin/undelivered.csv',
    { config: ofState, schema: { summary: 'Download undelivered notices as CSV', response: csvResponse } },
    (request, reply) => send(request, reply, 'undelivered', () => undeliveredCsv(db, signedIn(request))),
  );

  app.get(
    '/api/admin/contact-patterns.csv',
    {
      config: ofState,
      schema: {
        summary: 'Download accounts that open contacts unusually fast as CSV',
        response: csvResponse,
      },
    },
    (request, reply) =>
      send(request, reply, 'contact-patterns', () => contactPatternsCsv(db, signedIn(request), now())),
  );

  app.get(
    '/api/admin/matches.csv',
    {
      config: ofState,
      schema: {
        summary: 'Download pairs of teachers as CSV',
        description: `Both lists, of each at most ${LIST_WINDOW} pairs.`,
        querystring: pairDownloadQuery,
        response: csvResponse,
      },
    },
    async (request, reply) => {
      const viewer = signedIn(request);
      const rules = await rulebook.today();
      return send(request, reply, 'matches', () =>
        reads.ask(viewer, (database) => pairsCsv({ db: database, rules }, viewer, request.query, pairCounts)),
      );
    },
  );
}
