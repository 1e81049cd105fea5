import { orderLines, orderValidity } from '@mutual-transfer/domain/administration/office-agreement';
import { trueOrFalse } from '@mutual-transfer/domain/pagination';
import { z } from 'zod';
import { writeAudit } from '../../accounts/audit.ts';
import { typedCode } from '../../agreements/office/order-code.ts';
import { say } from '../../http/answers.ts';
import { acceptCsv, csvBody } from '../../http/csv-body.ts';
import type { App } from '../../http/dependencies.ts';
import { once } from '../../http/idempotency.ts';
import { signedIn } from '../../http/policy.ts';
import type { OfficeDependencies } from './office-dependencies.ts';
import { isValid } from './orders.queries.ts';
import { readOrders, recordOrders, reportOrders } from './orders-import.ts';

const CODE_MAXIMUM_LENGTH = 40;

/** Registers the import of orders, and the check of a printed code. */
export function orderRoutes(app: App, dependencies: OfficeDependencies): void {
  app.register(async (csv: App) => {
    acceptCsv(csv);
    importRoute(csv, dependencies);
  });
  checkRoute(app, dependencies);
}

function importRoute(app: App, dependencies: OfficeDependencies): void {
  const { db, now } = dependencies;
  app.post(
    '/api/admin/orders',
    {
      config: { policy: 'district', concerns: 'rows', idempotency: 'key', problems: ['order_exists'] },
      schema: {
        summary: 'Record orders from a CSV file (agreement, order number, date)',
        description:
          'An agreement is named by its id or by the number that its papers print. `preview=true` changes nothing. A file can be sent ' +
          'again: orders that are recorded are left as they are.',
        querystring: z.strictObject({
          preview: trueOrFalse.optional().describe('Only say what would happen'),
        }),
        ...csvBody,
        response: { 200: orderLines },
      },
    },
    async (request, reply) => {
      const rows = readOrders(request.body);
      const viewer = signedIn(request);
      if (request.query.preview === 'true') return reportOrders(db, viewer, rows, { preview: true });
      const reasonOf = ({ number, date }: { number: string; date: string }) =>
        say(request, 'office.orderRecorded', { number, date });
      return once(dependencies, request, reply, {
        change: (keyed) =>
          keyed.transaction().execute(async (transaction) => {
            const made = await recordOrders(transaction, viewer, rows, { now: now(), reasonOf });
            const details = { lines: rows.length, recorded: made.length };
            await writeAudit(transaction, request, { action: 'orders.import', details }, now());
            return made;
          }),
        outcome: (made) => ({ ids: { made } }),
        render: ({ made }) => reportOrders(db, viewer, rows, { preview: false, made }),
      });
    },
  );
}

function checkRoute(app: App, { db, limits }: OfficeDependencies): void {
  app.get(
    '/api/orders/:code',
    {
      config: { policy: 'open', spends: ['orderChecks'] },
      schema: {
        summary: 'Whether the printed code of an order is valid',
        params: z.strictObject({ code: z.string().min(1).max(CODE_MAXIMUM_LENGTH) }),
        response: { 200: orderValidity },
      },
    },
    async (request) => {
      await limits.reserve(request, 'orderChecks');
      return { valid: await isValid(db, typedCode(request.params.code)) };
    },
  );
}
