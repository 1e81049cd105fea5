import { Readable } from 'node:stream';
import {
  type AgreementFilters,
  officeDownloadQuery,
} from '@mutual-transfer/domain/administration/office-agreement';
import { paperQuery } from '@mutual-transfer/domain/agreements/agreement';
import { writeAudit } from '../../accounts/audit.ts';
import { withoutTyped } from '../../accounts/keyed-hash.ts';
import { readPaperFacts } from '../../agreements/papers/paper-facts.queries.ts';
import { APPLICATION_COST, fileName } from '../../agreements/papers/papers.routes.ts';
import { isOpenToMembers } from '../../agreements/room/present-agreement.ts';
import { findAgreements } from '../../agreements/steps/locked-agreement.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { byId } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { fileResponse, sendFile } from '../../http/responses/attachment.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { agreementBatches, countPrintable } from './agreements-csv.queries.ts';
import { papersZip } from './papers-zip.ts';

const config = { policy: 'district', concerns: 'rows' } as const;
/** Maximum number of joint applications in one ZIP file. Printing one takes half a second. */
const MOST_PAPERS = 200;

/** Registers the downloads of agreement papers for administrators. Each download is in the audit log. */
export function officePaperRoutes(app: App, dependencies: Dependencies): void {
  zipRoute(app, dependencies);
  paperRoute(app, dependencies);
}

function zipRoute(app: App, { db, keyedHash, paperDesk, now }: Dependencies): void {
  app.get(
    '/api/admin/agreements/papers.zip',
    {
      config: { ...config, cost: APPLICATION_COST },
      schema: {
        summary: `Download the joint applications of up to ${MOST_PAPERS} agreements as a ZIP file`,
        querystring: officeDownloadQuery.extend(paperQuery.shape),
        response: fileResponse('application/zip'),
      },
    },
    async (request, reply) => {
      const { language, ...filters } = request.query;
      const viewer = signedIn(request);
      await refuseTooMany(viewer, filters);
      const details = withoutTyped(request.query, keyedHash);
      await writeAudit(db, request, { action: 'download.papers', details }, now());
      const papers = papersZip({ db, paperDesk, viewer, language, now }, printable(viewer, filters));
      return sendFile(reply, {
        name: say(request, 'file.papers'),
        type: 'application/zip',
        body: Readable.from(papers),
      });
    },
  );

  /** @throws {AppError} `validation_failed`. */
  async function refuseTooMany(viewer: SignedIn, filters: AgreementFilters) {
    if ((await countPrintable(db, viewer, filters, now())) <= MOST_PAPERS) return;
    throw new AppError('validation_failed', {
      fields: { search: 'papers.tooMany' },
      values: { maximum: MOST_PAPERS },
    });
  }

  async function* printable(viewer: SignedIn, filters: AgreementFilters) {
    for await (const batch of agreementBatches(db, viewer, filters, now())) {
      yield batch.filter(({ state }) => isOpenToMembers(state));
    }
  }
}

function paperRoute(app: App, { db, paperDesk, now }: Dependencies): void {
  app.get(
    '/api/admin/agreements/:id/paper.pdf',
    {
      config: {
        policy: 'district',
        concerns: 'agreement',
        cost: APPLICATION_COST,
      },
      schema: {
        summary: 'Download the joint application of one agreement',
        params: byId,
        querystring: paperQuery,
        response: fileResponse('application/pdf'),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { language } = request.query;
      const viewer = signedIn(request);
      const [agreement] = await findAgreements(db, [id]);
      if (agreement === undefined) throw new AppError('not_found');
      if (!isOpenToMembers(agreement.state)) throw new AppError('agreement_step');
      await writeAudit(db, request, { action: 'download.papers', details: { agreement: id } }, now());
      const paper = await paperDesk.print(viewer.userId, async () => ({
        facts: await readPaperFacts(db, agreement, viewer),
        language,
        now: now(),
      }));
      return sendFile(reply, {
        name: fileName(request, 'file.application', id),
        type: 'application/pdf',
        body: paper,
      });
    },
  );
}
