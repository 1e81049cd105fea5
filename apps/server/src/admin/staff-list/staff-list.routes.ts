import { staffListQuery, staffListReport } from '@mutual-transfer/domain/administration/staff-list';
import type { App, Dependencies } from '../../dependencies.ts';
import { acceptCsv, CSV_COST, csvBody } from '../../http/csv/csv-body.ts';
import { once } from '../../http/turns/idempotency.ts';
import { writeInTurn } from '../../http/turns/turns.ts';
import { reportOnStaffList, verifyByStaffList } from './staff-list.service.ts';
import { readStaffList } from './staff-list.ts';

/** Registers the verification of teachers by the department's staff list. */
export function staffListRoutes(app: App, { db, now }: Dependencies): void {
  app.register(async (files: App) => {
    acceptCsv(files);
    files.post(
      '/api/admin/verifications',
      {
        config: { policy: 'district', concerns: 'rows', idempotency: 'key', cost: CSV_COST },
        schema: {
          summary: 'Verify the teachers of a staff list, or preview it',
          description:
            'The first line names the columns: `employee id`, `name`, `phone`, `district`, in any order and in English or Hindi; others are ' +
            'ignored. A row is matched by the employee id, then by the phone number, and only if every other fact agrees.',
          querystring: staffListQuery,
          ...csvBody,
          response: { 200: staffListReport },
        },
      },
      writeInTurn(async (request, reply) => {
        const { preview, source } = request.query;
        const list = { text: request.body, rows: readStaffList(request.body), source };
        if (preview === 'true') return reportOnStaffList(db, request, { ...list, isPreview: true });
        return once(request, reply, {
          change: (commit) =>
            commit(async (transaction) => {
              await verifyByStaffList(transaction, request, list, now());
              return {};
            }),
          answer: () => reportOnStaffList(db, request, { ...list, isPreview: false }),
        });
      }),
    );
  });
}
