import { Readable } from 'node:stream';
import {
  type AgreementFilters,
  officeDownloadQuerySchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import { type PaperLanguage, paperQuerySchema } from '@mutual-transfer/domain/agreements/agreement';
import { Zip, ZipPassThrough } from 'fflate';
import { findAgreements, type WholeAgreement } from '../../agreements/lock-agreement.ts';
import { readPaperFacts } from '../../agreements/papers/paper-facts.queries.ts';
import { APPLICATION_COST, fileName } from '../../agreements/papers/papers.routes.ts';
import { isOpenToMembers } from '../../agreements/present-agreement.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { fileResponse, say, sendFile } from '../../http/answers.ts';
import { byId } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { auditedLines, writeAudit, writeShown } from '../../people/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { withoutTyped } from '../../platform/keyed-hash.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { agreementBatches, countPrintable } from './agreements-csv.ts';

const config = { policy: 'district', concerns: 'rows' } as const;
/** Maximum number of joint applications in one ZIP file. Printing one takes half a second. */
const MOST_PAPERS = 200;

/** Registers the downloads of agreement papers for administrators. Each download is in the audit log. */
export function officePaperRoutes(app: App, dependencies: Dependencies): void {
  zipRoute(app, dependencies);
  paperRoute(app, dependencies);
}

function zipRoute(app: App, dependencies: Dependencies): void {
  const { db, keyedHash, now } = dependencies;
  app.get(
    '/api/admin/agreements/papers.zip',
    {
      config: { ...config, cost: APPLICATION_COST },
      schema: {
        summary: `Download the joint applications of up to ${MOST_PAPERS} agreements as a ZIP file`,
        querystring: officeDownloadQuerySchema.extend(paperQuerySchema.shape),
        response: fileResponse('application/zip'),
      },
    },
    async (request, reply) => {
      const { language, ...filters } = request.query;
      const viewer = signedIn(request);
      await refuseTooMany(viewer, filters);
      const details = withoutTyped(request.query, keyedHash);
      await writeAudit(db, request, { action: 'download.papers', details }, now());
      const papers = papersZip({ ...dependencies, viewer, language }, printable(viewer, filters));
      return sendFile(reply, {
        name: say(request, 'file.papers'),
        type: 'application/zip',
        body: Readable.from(auditedLines(dependencies, request, papers)),
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

function paperRoute(app: App, dependencies: Dependencies): void {
  const { db, paperDesk, now } = dependencies;
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
        querystring: paperQuerySchema,
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
        kind: 'application',
        facts: await readPaperFacts(dependencies, agreement, viewer),
        language,
        now: now(),
      }));
      await writeShown(dependencies, request);
      return sendFile(reply, {
        name: fileName(request, 'file.application', agreement),
        type: 'application/pdf',
        body: paper,
      });
    },
  );
}

interface Printing extends Pick<Dependencies, 'db' | 'config' | 'paperDesk' | 'now'> {
  viewer: SignedIn;
  language: PaperLanguage;
}

/** Streams a ZIP file with the joint applications of these agreements. Leaves out agreements with a member whose account was erased. */
async function* papersZip(
  printing: Printing,
  batches: AsyncIterable<readonly WholeAgreement[]>,
): AsyncGenerator<Buffer> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for await (const agreements of batches) {
    for (const agreement of agreements) {
      const paper = await printed(printing, agreement);
      if (paper === undefined) continue;
      // A PDF is compressed already.
      const entry = new ZipPassThrough(`application-${agreement.number}.pdf`);
      zip.add(entry);
      entry.push(paper, true);
      yield* buffers(parts);
    }
  }
  zip.end();
  yield* buffers(parts);
}

function* buffers(parts: Uint8Array[]): Generator<Buffer> {
  for (const part of parts.splice(0)) yield Buffer.from(part);
}

async function printed(
  { db, config, paperDesk, viewer, language, now }: Printing,
  agreement: WholeAgreement,
): Promise<Buffer | undefined> {
  try {
    return await paperDesk.print(viewer.userId, async () => ({
      kind: 'application',
      facts: await readPaperFacts({ db, config, now }, agreement, viewer),
      language,
      now: now(),
    }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'agreement_step') return undefined;
    throw error;
  }
}
