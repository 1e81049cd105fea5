import {
  type ImportColumn,
  importQuerySchema,
  staffListQuerySchema,
  staffListReportSchema,
} from '@mutual-transfer/domain/administration/imports';
import {
  joiningLinesSchema,
  orderLinesSchema,
  orderValiditySchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import { typedAgreementNumber } from '@mutual-transfer/domain/agreements/agreement-rules';
import { line } from '@mutual-transfer/domain/language/text';
import { exclusionLinesSchema } from '@mutual-transfer/domain/seasons/exclusion';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { typedCode } from '../../agreements/order-code.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { languageOf } from '../../http/answers.ts';
import { acceptCsv, CSV_COST, csvBody } from '../../http/csv-body.ts';
import { once } from '../../http/idempotency.ts';
import { signedIn } from '../../http/policy.ts';
import { inTurn, writeInTurn } from '../../http/turns.ts';
import { writeAudit } from '../../people/audit.ts';
import type { Database } from '../../platform/database/tables.ts';
import {
  type AgreementImport,
  type ImportLine,
  readAgreementFile,
  recordLines,
  reportLines,
} from './agreement-lines.ts';
import { readExclusions, recordExclusions, reportExclusions } from './exclusions.ts';
import { joiningsImport } from './joinings.ts';
import { ordersImport } from './orders.ts';
import { hashOf, reportOnStaffList, verifyByStaffList } from './staff-list.ts';
import { readStaffList } from './staff-rows.ts';

const CODE_MAXIMUM_LENGTH = 40;
const byCode = z.strictObject({ code: line(1, CODE_MAXIMUM_LENGTH) });

const config = { policy: 'district', concerns: 'rows', idempotency: 'key', cost: CSV_COST } as const;

const description =
  'The first line with known headings names the columns, in any order, in English or Hindi and in many spellings; `file` says which were read. ' +
  'UTF-8, UTF-16 and Windows-1252 are read. `preview=true` changes nothing. Without it, the lines that need no look are recorded, and of the ' +
  'others those that `accept` names. A file can be sent again: what is recorded is left as it is.';
const aboutAgreements =
  'An agreement is named by its number or its id. The exported list of agreements has these columns; its lines without a value are skipped.';

/** Registers the imports of orders, joinings and staff lists, and the check of a printed code. */
export function importRoutes(app: App, dependencies: Dependencies): void {
  app.register(async (csv: App) => {
    acceptCsv(csv);
    csv.post(
      '/api/admin/orders',
      {
        config,
        schema: {
          summary:
            'Record orders from a CSV file (agreement, order number, date; seat, employee id or teacher name)',
          description: `${description} ${aboutAgreements} A row that names no member concerns the whole group.`,
          querystring: importQuerySchema,
          ...csvBody,
          response: { 200: orderLinesSchema },
        },
      },
      writeInTurn((request, reply) =>
        importAgreements(dependencies, { request, reply, content: ordersImport, action: 'orders.import' }),
      ),
    );
    csv.post(
      '/api/admin/joinings',
      {
        config,
        schema: {
          summary:
            'Record joinings from a CSV file (agreement, seat, employee id or teacher name, joining report; record moved)',
          description: `${description} ${aboutAgreements}`,
          querystring: importQuerySchema,
          ...csvBody,
          response: { 200: joiningLinesSchema },
        },
      },
      writeInTurn((request, reply) =>
        importAgreements(dependencies, {
          request,
          reply,
          content: joiningsImport,
          action: 'joinings.import',
        }),
      ),
    );
    csv.post(
      '/api/admin/verifications',
      {
        config,
        schema: {
          summary: 'Verify the teachers of a staff list, or preview it',
          description: `${description} A row is matched by the employee id, then by the phone number, and only if every other fact agrees.`,
          querystring: staffListQuerySchema,
          ...csvBody,
          response: { 200: staffListReportSchema },
        },
      },
      writeInTurn((request, reply) => importStaffList(dependencies, request, reply)),
    );
    csv.post(
      '/api/admin/exclusions/import',
      {
        config,
        schema: {
          summary:
            'Keep the teachers of a CSV file out of the open or next season (name, employee id or phone, reason; until)',
          description: `${description} A row is matched like one of a staff list.`,
          querystring: importQuerySchema,
          ...csvBody,
          response: { 200: exclusionLinesSchema },
        },
      },
      writeInTurn((request, reply) => importExclusions(dependencies, request, reply)),
    );
  });
  checkRoute(app, dependencies);
}

type ImportRequest = FastifyRequest<{ Body: string; Querystring: z.output<typeof importQuerySchema> }>;

interface AgreementFileImport<Column extends ImportColumn, Line extends ImportLine<string>> {
  request: ImportRequest;
  reply: FastifyReply;
  content: AgreementImport<Column, Line>;
  action: 'orders.import' | 'joinings.import';
}

/** Previews or records a file about agreements. */
async function importAgreements<Column extends ImportColumn, Line extends ImportLine<string>>(
  { db, now, background, agreementsDue }: Dependencies,
  { request, reply, content, action }: AgreementFileImport<Column, Line>,
) {
  const read = await readAgreementFile(content, request.body);
  const { accept = [], preview } = request.query;
  const judging = () => ({ viewer: signedIn(request), preview: preview === 'true', accept, now: now() });
  // The schema of the response checks the fields that `content.details` adds.
  const report = async (database: Kysely<Database>, made?: readonly string[]) =>
    (await reportLines(database, content, read, judging(), made)) as never;
  if (preview === 'true') return report(db);
  return once(request, reply, {
    change: async (commit) => {
      const result = await commit(async (transaction) => {
        const { made, groups } = await recordLines(
          transaction,
          content,
          read,
          judging(),
          languageOf(request),
        );
        const details = { lines: read.rows.length, recorded: made.length, accepted: accept.length, groups };
        await writeAudit(transaction, request, { action, details }, now());
        return { ids: { made } };
      });
      background(agreementsDue);
      return result;
    },
    answer: ({ made }) => report(db, made),
  });
}

/** Previews a staff list, or verifies by it. */
async function importStaffList(
  { db, now }: Dependencies,
  request: FastifyRequest<{ Body: string; Querystring: z.output<typeof staffListQuerySchema> }>,
  reply: FastifyReply,
) {
  const { preview, source, accept = [] } = request.query;
  const list = {
    ...(await readStaffList(request.body)),
    hash: hashOf(request.sentBody ?? request.body),
    source,
    accept,
  };
  if (preview === 'true') return reportOnStaffList(db, request, { ...list, isPreview: true });
  return once(request, reply, {
    change: (commit) => commit((transaction) => verifyByStaffList(transaction, request, list, now())),
    answer: () => reportOnStaffList(db, request, { ...list, isPreview: false }),
  });
}

/** Previews a list of teachers to keep out of the season, or records it. */
async function importExclusions(
  { db, now, background, agreementsDue }: Dependencies,
  request: ImportRequest,
  reply: FastifyReply,
) {
  const read = await readExclusions(request.body);
  const judging = () => ({ viewer: signedIn(request), now: now() });
  if (request.query.preview === 'true') return reportExclusions(db, read, judging());
  return once(request, reply, {
    change: async (commit) => {
      const result = await commit(async (transaction) => {
        const teachers = await recordExclusions(transaction, read, judging());
        for (const { userId: subjectId, reason, until } of teachers)
          await writeAudit(
            transaction,
            request,
            { action: 'season.takeOut', subjectId, details: { reason, until } },
            now(),
          );
        return { ids: { made: teachers.map(({ userId }) => userId) } };
      });
      background(agreementsDue);
      return result;
    },
    answer: ({ made }) => reportExclusions(db, read, judging(), made),
  });
}

function checkRoute(app: App, { db, limits }: Dependencies): void {
  app.get(
    '/api/orders/:code',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'Check an order by its printed code, or by the number or the id of its agreement',
        params: byCode,
        response: { 200: orderValiditySchema },
      },
    },
    inTurn(async (request) => {
      await limits.reserve(request, 'lookups');
      return { valid: await isValid(db, request.params.code) };
    }),
  );
}

/**
 * Returns true for the code of a valid order, and for an agreement that has one. An order is valid until it is withdrawn or its agreement ends
 * without a swap.
 */
async function isValid(db: Kysely<Database>, typed: string): Promise<boolean> {
  const id = z.uuid().safeParse(typed.trim().toLowerCase());
  const { rows } = await sql`
    select from transfer_orders join agreements on agreements.id = agreement_id
    where (code = ${typedCode(typed)} or agreements.number = ${typedAgreementNumber(typed) ?? ''} or agreements.id = ${id.data ?? null})
      and withdrawn_at is null and state in ('agreed', 'in_progress', 'completed')
    limit 1`.execute(db);
  return rows.length > 0;
}
