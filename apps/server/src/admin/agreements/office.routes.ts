import {
  agreementFileSchema,
  endingAgreementsSchema,
  type OfficeAgreement,
  officeAgreementListSchema,
  officeAgreementQuerySchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import type { App, Dependencies } from '../../dependencies.ts';
import { byId } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { inTurn } from '../../http/turns.ts';
import { writeAudit } from '../../people/audit.ts';
import { audited } from '../../people/audited.ts';
import { recordShown } from '../../people/visibility.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { findAgreementFile } from './agreement-file.ts';
import { findEndings, listForOffice } from './agreements.ts';

import { officeChangeRoutes } from './office-changes.routes.ts';
import { officePaperRoutes } from './office-papers.ts';
import { orderDocumentRoute } from './order-document.ts';

const ofOne = { policy: 'district', concerns: 'agreement' } as const;

/** Registers the routes with which administrators read and change the agreements of all teachers. */
export function officeRoutes(app: App, dependencies: Dependencies): void {
  readingRoutes(app, dependencies);
  officePaperRoutes(app, dependencies);
  officeChangeRoutes(app, dependencies);
  orderDocumentRoute(app, dependencies);
}

function recordMembersShown(viewer: SignedIn, agreements: readonly Pick<OfficeAgreement, 'members'>[]): void {
  for (const { members } of agreements) {
    for (const { teacher } of members) if (teacher !== null) recordShown(viewer, teacher._id);
  }
}

/** Registers the routes that read agreements. Each call is in the audit log. */
function readingRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/agreements',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'List proposals and agreements of all teachers',
        querystring: officeAgreementQuerySchema,
        response: { 200: officeAgreementListSchema },
      },
    },
    inTurn(
      audited('look.agreements', async (request) => {
        const viewer = signedIn(request);
        const found = await listForOffice(db, viewer, request.query, now());
        recordMembersShown(viewer, found.agreements);
        return found;
      }),
    ),
  );

  app.get(
    '/api/admin/agreements/:id',
    {
      config: ofOne,
      schema: {
        summary: 'Get a proposal or an agreement with its history',
        params: byId,
        response: { 200: agreementFileSchema },
      },
    },
    inTurn(async (request) => {
      const { id } = request.params;
      const found = await findAgreementFile(db, signedIn(request), id, now());
      await writeAudit(db, request, { action: 'look.agreement', details: { agreement: id } }, now());
      recordMembersShown(signedIn(request), [found]);
      return found;
    }),
  );

  app.get(
    '/api/admin/users/:id/endings',
    {
      config: { policy: 'district', concerns: 'teacher' },
      schema: {
        summary: 'List proposals and agreements that deactivating the teacher would end',
        params: byId,
        response: { 200: endingAgreementsSchema },
      },
    },
    inTurn(async (request) => {
      const viewer = signedIn(request);
      const agreements = await findEndings(db, viewer, request.params.id, now());
      recordMembersShown(viewer, agreements);
      return { agreements };
    }),
  );
}
