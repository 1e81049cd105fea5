import { account } from '@mutual-transfer/domain/accounts/user';
import {
  newVerification,
  type PersonPage,
  personCorrection,
  personPage,
  removal,
} from '@mutual-transfer/domain/administration/administration';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../../accounts/audit.ts';
import { byId } from '../../http/by-id.ts';
import type { App, CoreDependencies } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { ifMatchHeader, setOwnerTag, withCurrent } from '../../http/turns/owner-tags.ts';
import { findPersonPage } from './person.queries.ts';
import { guardedCorrection, type RemovedText, removeText, setVerified } from './person.service.ts';

const config = { policy: 'district', concerns: 'teacher' } as const;
const removing = { policy: 'district', idempotency: 'key' } as const;

/** Registers the routes of a teacher's page and of the actions on it. */
export function personRoutes(app: App, dependencies: Pick<CoreDependencies, 'db' | 'limits' | 'now'>): void {
  pageRoutes(app, dependencies);
  verificationRoutes(app, dependencies);
  removalRoutes(app, dependencies);
}

function pageRoutes(app: App, dependencies: Pick<CoreDependencies, 'db' | 'limits' | 'now'>): void {
  app.get(
    '/api/admin/users/:id',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        summary: 'Get everything that is stored about a teacher',
        params: byId,
        response: { 200: personPage },
      },
    },
    (request) => viewPerson(dependencies, request, request.params.id),
  );

  app.put(
    '/api/admin/users/:id',
    {
      config: { ...config, problems: ['not_found', 'email_taken', 'phone_taken'], spends: ['taken'] },
      schema: {
        summary: 'Correct a teacher’s account',
        params: byId,
        body: personCorrection,
        headers: ifMatchHeader,
        response: { 200: account },
      },
    },
    (request) =>
      withCurrent(guardedCorrection(dependencies, request, request.params.id, request.body), () =>
        viewPerson(dependencies, request, request.params.id),
      ),
  );
}

function removalRoutes(app: App, dependencies: Pick<CoreDependencies, 'db' | 'now'>): void {
  const { now } = dependencies;

  app.post(
    '/api/admin/requests/:id/removal',
    {
      config: {
        ...removing,
        concerns: 'request',
        problems: ['not_found', 'request_in_agreement', 'request_is_record'],
      },
      schema: {
        summary: 'Remove a request, with a reason',
        params: byId,
        body: removal,
        response: { 200: confirmation },
      },
    },
    (request, reply) => remove(request, reply, { kind: 'request', ...request.params, ...request.body }),
  );

  app.post(
    '/api/admin/alerts/:id/removal',
    {
      config: { ...removing, concerns: 'message', problems: ['not_found'] },
      schema: {
        summary: 'Remove a message between teachers, with a reason',
        params: byId,
        body: removal,
        response: { 200: confirmation },
      },
    },
    (request, reply) => remove(request, reply, { kind: 'message', ...request.params, ...request.body }),
  );

  function remove(request: FastifyRequest, reply: FastifyReply, removed: RemovedText) {
    const done = removed.kind === 'request' ? 'done.requestDeleted' : 'done.messageRemoved';
    return once(dependencies, request, reply, {
      change: (transaction) => removeText(transaction, request, removed, now()),
      outcome: () => ({ ids: {} }),
      render: () => ({ message: say(request, done) }),
    });
  }
}

/** Returns a teacher's page and records the view in the audit log. */
export async function viewPerson(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  request: FastifyRequest,
  id: string,
): Promise<PersonPage> {
  const { page, tag } = await findPersonPage(db, signedIn(request), id, now());
  setOwnerTag(request, tag);
  await writeAudit(db, request, { action: 'look.user', subjectId: id }, now());
  return page;
}

function verificationRoutes(app: App, dependencies: Pick<CoreDependencies, 'db' | 'now'>): void {
  app.put(
    '/api/admin/users/:id/verification',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        summary: 'Verify a teacher, with a note on the evidence',
        params: byId,
        body: newVerification,
        headers: ifMatchHeader,
        response: { 200: account },
      },
    },
    (request) =>
      withCurrent(setVerified(dependencies, request, request.params.id, request.body.note), () =>
        viewPerson(dependencies, request, request.params.id),
      ),
  );

  app.delete(
    '/api/admin/users/:id/verification',
    {
      config: { ...config, problems: ['not_found'] },
      schema: { summary: 'Remove a teacher’s verification', params: byId, response: { 200: account } },
    },
    (request) => setVerified(dependencies, request, request.params.id, null),
  );
}
