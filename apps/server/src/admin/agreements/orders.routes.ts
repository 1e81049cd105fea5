import {
  joiningLinesSchema,
  orderLinesSchema,
  orderValiditySchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import { line } from '@mutual-transfer/domain/language/text';
import { trueOrFalseSchema } from '@mutual-transfer/domain/query-parameters';
import { z } from 'zod';
import { typedCode } from '../../agreements/order-code.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { languageOf } from '../../http/answers.ts';
import { acceptCsv, CSV_COST, type CsvRow, csvBody } from '../../http/csv-body.ts';
import { once } from '../../http/idempotency.ts';
import { signedIn } from '../../http/policy.ts';
import { inTurn, writeInTurn } from '../../http/turns.ts';
import { writeAudit } from '../../people/audit.ts';
import {
  type AgreementImport,
  type ImportLine,
  isOrderValid,
  recordLines,
  reportLines,
} from './import-agreements.ts';
import { joiningsImport } from './import-joinings.ts';

import { ordersImport } from './import-orders.ts';

const CODE_MAXIMUM_LENGTH = 40;
const byCode = z.strictObject({ code: line(1, CODE_MAXIMUM_LENGTH) });
const importQuery = z.strictObject({
  preview: trueOrFalseSchema.optional().describe('Only say what would happen'),
});

/** Registers the imports of orders and joinings, and the check of a printed code. */
export function orderRoutes(app: App, dependencies: Dependencies): void {
  app.register(async (csv: App) => {
    acceptCsv(csv);
    importRoute(csv, dependencies, {
      url: '/api/admin/orders',
      summary: 'Record orders from a CSV file (agreement, order number, date)',
      action: 'orders.import',
      answer: orderLinesSchema,
      content: ordersImport,
    });
    importRoute(csv, dependencies, {
      url: '/api/admin/joinings',
      summary: 'Record joinings from a CSV file (agreement, seat, joining report; record moved)',
      action: 'joinings.import',
      answer: joiningLinesSchema,
      content: joiningsImport,
    });
  });
  checkRoute(app, dependencies);
}

/** Route that imports a CSV file. */
interface FileImport<Row, Line> {
  url: string;
  summary: string;
  action: 'orders.import' | 'joinings.import';
  answer: z.ZodType;
  content: AgreementImport<Row, Line>;
}

function importRoute<Row extends CsvRow<'agreement'>, Line extends ImportLine>(
  app: App,
  dependencies: Dependencies,
  { content, ...file }: FileImport<Row, Line>,
): void {
  const { db, now, background, agreementsDue } = dependencies;
  app.post(
    file.url,
    {
      config: {
        policy: 'district',
        concerns: 'rows',
        idempotency: 'key',
        cost: CSV_COST,
      },
      schema: {
        summary: file.summary,
        description:
          'An agreement is named by its id or by the number that its papers print. `preview=true` changes nothing. A file can be sent ' +
          'again: what is recorded is left as it is. The exported list of agreements has these columns; its lines without a value are skipped.',
        querystring: importQuery,
        ...csvBody,
        response: { 200: file.answer },
      },
    },
    writeInTurn(async (request, reply) => {
      const rows = content.read(request.body);
      const preview = request.query.preview === 'true';
      const judging = () => ({ viewer: signedIn(request), preview, now: now() });
      if (preview) return reportLines(db, content, rows, judging());
      return once(request, reply, {
        change: async (commit) => {
          const result = await commit(async (transaction) => {
            const made = await recordLines(transaction, content, rows, judging(), languageOf(request));
            const details = { lines: rows.length, recorded: made.length };
            await writeAudit(transaction, request, { action: file.action, details }, now());
            return { ids: { made } };
          });
          background(agreementsDue);
          return result;
        },
        answer: ({ made }) => reportLines(db, content, rows, judging(), made),
      });
    }),
  );
}

function checkRoute(app: App, { db, limits }: Dependencies): void {
  app.get(
    '/api/orders/:code',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'Check the printed code of an order',
        params: byCode,
        response: { 200: orderValiditySchema },
      },
    },
    inTurn(async (request) => {
      await limits.reserve(request, 'orderChecks');
      return { valid: await isOrderValid(db, typedCode(request.params.code)) };
    }),
  );
}
