import {
  joiningLines,
  orderLines,
  orderValidity,
} from '@mutual-transfer/domain/administration/office-agreement';
import type { ErrorCode } from '@mutual-transfer/domain/error-codes';
import { line } from '@mutual-transfer/domain/language/text';
import { trueOrFalse } from '@mutual-transfer/domain/pagination';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { writeAudit } from '../../accounts/audit.ts';
import { typedCode } from '../../agreements/office/order-code.ts';
import type { Database } from '../../database/tables/schema.ts';
import { acceptCsv, csvBody } from '../../http/csv/csv-body.ts';
import type { App } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { readJoinings, recordJoinings, reportJoinings } from './joinings-import.ts';
import type { OfficeDependencies } from './office-dependencies.ts';
import { isValid } from './orders.queries.ts';
import { readOrders, recordOrders, reportOrders } from './orders-import.ts';

const CODE_MAXIMUM_LENGTH = 40;

/** Registers the imports of orders and joinings, and the check of a printed code. */
export function orderRoutes(app: App, dependencies: OfficeDependencies): void {
  app.register(async (csv: App) => {
    acceptCsv(csv);
    importRoute(csv, dependencies, orders);
    importRoute(csv, dependencies, joinings);
  });
  checkRoute(app, dependencies);
}

/** Kind of CSV file: how it is read, recorded and reported. */
interface FileImport<Row> {
  readonly url: string;
  readonly summary: string;
  readonly problems: readonly ErrorCode[];
  readonly action: 'orders.import' | 'joinings.import';
  readonly answer: z.ZodType;
  readonly read: (file: string) => Row[];
  /** Records the rows. @returns what it recorded, which `report` gets as `made`. */
  readonly record: (
    transaction: Transaction<Database>,
    request: FastifyRequest,
    rows: readonly Row[],
    now: Date,
  ) => Promise<string[]>;
  readonly report: (
    db: Kysely<Database>,
    viewer: SignedIn,
    rows: readonly Row[],
    what: { readonly preview: boolean; readonly made?: readonly string[]; readonly now: Date },
  ) => Promise<unknown>;
}

const orders: FileImport<ReturnType<typeof readOrders>[number]> = {
  url: '/api/admin/orders',
  summary: 'Record orders from a CSV file (agreement, order number, date)',
  problems: ['order_exists'],
  action: 'orders.import',
  answer: orderLines,
  read: readOrders,
  record: (transaction, request, rows, now) => {
    const reasonOf = ({ number, date }: { number: string; date: string }) =>
      say(request, 'office.orderRecorded', { number, date });
    return recordOrders(transaction, signedIn(request), rows, { now, reasonOf });
  },
  report: reportOrders,
};

const joinings: FileImport<ReturnType<typeof readJoinings>[number]> = {
  url: '/api/admin/joinings',
  summary: 'Record joinings from a CSV file (agreement, seat, joining report; record moved)',
  problems: [],
  action: 'joinings.import',
  answer: joiningLines,
  read: readJoinings,
  record: (transaction, request, rows, now) =>
    recordJoinings(transaction, signedIn(request), rows, {
      now,
      reason: say(request, 'office.joiningRecorded'),
    }),
  report: reportJoinings,
};

function importRoute<Row>(
  app: App,
  dependencies: Pick<OfficeDependencies, 'agreementsDue' | 'background' | 'db' | 'now'>,
  file: FileImport<Row>,
): void {
  const { db, now, background, agreementsDue } = dependencies;
  app.post(
    file.url,
    {
      config: { policy: 'district', concerns: 'rows', idempotency: 'key', problems: file.problems },
      schema: {
        summary: file.summary,
        description:
          'An agreement is named by its id or by the number that its papers print. `preview=true` changes nothing. A file can be sent ' +
          'again: what is recorded is left as it is. The exported list of agreements has these columns; its lines without a value are skipped.',
        querystring: z.strictObject({
          preview: trueOrFalse.optional().describe('Only say what would happen'),
        }),
        ...csvBody,
        response: { 200: file.answer },
      },
    },
    async (request, reply) => {
      const rows = file.read(request.body);
      const viewer = signedIn(request);
      if (request.query.preview === 'true')
        return file.report(db, viewer, rows, { preview: true, now: now() });
      return once(dependencies, request, reply, {
        change: (keyed) =>
          keyed.transaction().execute(async (transaction) => {
            const made = await file.record(transaction, request, rows, now());
            const details = { lines: rows.length, recorded: made.length };
            await writeAudit(transaction, request, { action: file.action, details }, now());
            return made;
          }),
        outcome: (made) => ({ ids: { made } }),
        after: () => background(agreementsDue),
        render: ({ made }) => file.report(db, viewer, rows, { preview: false, made, now: now() }),
      });
    },
  );
}

function checkRoute(app: App, { db, limits }: Pick<OfficeDependencies, 'db' | 'limits'>): void {
  app.get(
    '/api/orders/:code',
    {
      config: { policy: 'open', spends: ['orderChecks'] },
      schema: {
        summary: 'Check the printed code of an order',
        params: z.strictObject({ code: line(1, CODE_MAXIMUM_LENGTH) }),
        response: { 200: orderValidity },
      },
    },
    async (request) => {
      await limits.reserve(request, 'orderChecks');
      return { valid: await isValid(db, typedCode(request.params.code)) };
    },
  );
}
