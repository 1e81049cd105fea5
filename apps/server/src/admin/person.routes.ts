import { accountSchema } from '@mutual-transfer/domain/accounts/user';
import {
  newVerificationSchema,
  type PersonPage,
  personCorrectionSchema,
  personPageSchema,
  removalSchema,
} from '@mutual-transfer/domain/administration/administration';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf, say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { ifMatchHeader, withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { findPersonPage, guardedCorrection, type RemovedText, removeText, setVerified } from './person.ts';

const config = { policy: 'district', concerns: 'teacher' } as const;
const removing = { policy: 'district', idempotency: 'key' } as const;

/** Registers the routes of a teacher's page and of the actions on it. */
export function personRoutes(app: App, dependencies: Dependencies): void {
  pageRoutes(app, dependencies);
  verificationRoutes(app, dependencies);
  removalRoutes(app, dependencies);
}

function pageRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/admin/users/:id',
    {
      config,
      schema: {
        summary: 'Get everything that is stored about a teacher',
        params: byId,
        response: { 200: personPageSchema },
      },
    },
    inTurn((request) => viewPerson(dependencies, request, request.params.id)),
  );

  app.put(
    '/api/admin/users/:id',
    {
      config,
      schema: {
        summary: 'Correct a teacher’s account',
        params: byId,
        body: personCorrectionSchema,
        headers: ifMatchHeader,
        response: { 200: accountSchema },
      },
    },
    writeInTurn((request) =>
      withCurrent(guardedCorrection(dependencies, request, request.params.id, request.body), () =>
        viewPerson(dependencies, request, request.params.id),
      ),
    ),
  );
}

function removalRoutes(app: App, dependencies: Dependencies): void {
  const { now } = dependencies;

  app.post(
    '/api/admin/requests/:id/removal',
    {
      config: {
        ...removing,
        concerns: 'request',
      },
      schema: {
        summary: 'Remove a request, with a reason',
        params: byId,
        body: removalSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn((request, reply) =>
      remove(request, reply, { kind: 'request', ...request.params, ...request.body }),
    ),
  );

  app.post(
    '/api/admin/alerts/:id/removal',
    {
      config: { ...removing, concerns: 'message' },
      schema: {
        summary: 'Remove a message between teachers, with a reason',
        params: byId,
        body: removalSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn((request, reply) =>
      remove(request, reply, { kind: 'message', ...request.params, ...request.body }),
    ),
  );

  function remove(request: FastifyRequest, reply: FastifyReply, removed: RemovedText) {
    const done = removed.kind === 'request' ? 'done.requestDeleted' : 'done.messageRemoved';
    return once(request, reply, {
      change: (commit) => commit((transaction) => removeText(transaction, request, removed, now())),
      answer: () => ({ message: say(request, done) }),
    });
  }
}

/** Returns a teacher's page and records the view in the audit log. */
export async function viewPerson(
  { db, now }: Dependencies,
  request: FastifyRequest,
  id: string,
): Promise<PersonPage> {
  const { page, tag } = await findPersonPage(db, signedIn(request), id, {
    language: languageOf(request),
    now: now(),
  });
  request.ownerTag = tag;
  await writeAudit(db, request, { action: 'look.user', subjectId: id }, now());
  return page;
}

function verificationRoutes(app: App, dependencies: Dependencies): void {
  app.put(
    '/api/admin/users/:id/verification',
    {
      config,
      schema: {
        summary: 'Verify a teacher, with a note on the evidence',
        params: byId,
        body: newVerificationSchema,
        headers: ifMatchHeader,
        response: { 200: accountSchema },
      },
    },
    writeInTurn((request) =>
      withCurrent(setVerified(dependencies, request, request.params.id, request.body.note), () =>
        viewPerson(dependencies, request, request.params.id),
      ),
    ),
  );

  app.delete(
    '/api/admin/users/:id/verification',
    {
      config,
      schema: { summary: 'Remove a teacher’s verification', params: byId, response: { 200: accountSchema } },
    },
    writeInTurn((request) => setVerified(dependencies, request, request.params.id, null)),
  );
}
