import { account } from '@mutual-transfer/domain/accounts/user';
import {
  newVerification,
  personCorrection,
  personPage,
  removal,
} from '@mutual-transfer/domain/administration/administration';
import { confirmation } from '@mutual-transfer/domain/problem';
import { z } from 'zod';
import { writeAudit } from '../accounts/audit.ts';
import { say } from '../http/answers.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { findPersonPage } from './person.queries.ts';
import { correctPerson, removeMessage, removeRequest, setVerified } from './person.service.ts';

const byId = z.strictObject({ id: z.uuid() });
const config = { policy: 'admin' } as const;
const removing = { ...config, idempotency: 'key' } as const;

/** Routes of one teacher's page and of an administrator's actions there. */
export function personRoutes(app: App, dependencies: CoreDependencies): void {
  const { db, now } = dependencies;
  verificationRoutes(app, dependencies);

  app.get(
    '/api/admin/users/:id',
    {
      config,
      schema: { summary: 'All that is known of one teacher', params: byId, response: { 200: personPage } },
    },
    async (request) => {
      const { id } = request.params;
      const page = await findPersonPage(db, signedIn(request), id);
      await writeAudit(db, request, { action: 'look.user', subjectId: id }, now());
      return page;
    },
  );

  app.put(
    '/api/admin/users/:id',
    {
      config,
      schema: {
        summary: 'Correct what is wrong in a teacher’s account',
        params: byId,
        body: personCorrection,
        response: { 200: account },
      },
    },
    (request) => correctPerson(dependencies, request, request.params.id, request.body),
  );

  app.post(
    '/api/admin/requests/:id/removal',
    {
      config: removing,
      schema: {
        summary: 'Remove a request, with a reason',
        params: byId,
        body: removal,
        response: { 200: confirmation },
      },
    },
    (request, reply) => {
      const removed = { id: request.params.id, reason: request.body.reason };
      return once(dependencies, request, reply, {
        change: (keyed) =>
          keyed.transaction().execute((transaction) => removeRequest(transaction, request, removed, now())),
        outcome: () => ({ ids: {} }),
        render: () => ({ message: say(request, 'done.requestDeleted') }),
      });
    },
  );

  app.post(
    '/api/admin/alerts/:id/removal',
    {
      config: removing,
      schema: {
        summary: 'Remove a message between teachers, with a reason',
        params: byId,
        body: removal,
        response: { 200: confirmation },
      },
    },
    (request, reply) => {
      const removed = { id: request.params.id, reason: request.body.reason };
      return once(dependencies, request, reply, {
        change: (keyed) => removeMessage({ ...dependencies, db: keyed }, request, removed),
        outcome: () => ({ ids: {} }),
        render: () => ({ message: say(request, 'done.messageRemoved') }),
      });
    },
  );
}

function verificationRoutes(app: App, dependencies: CoreDependencies): void {
  app.put(
    '/api/admin/users/:id/verification',
    {
      config,
      schema: {
        summary: 'Verify a teacher, with a note on how it is known who they are',
        params: byId,
        body: newVerification,
        response: { 200: account },
      },
    },
    (request) => setVerified(dependencies, request, request.params.id, request.body.note),
  );

  app.delete(
    '/api/admin/users/:id/verification',
    {
      config,
      schema: { summary: 'Take the mark of being verified away', params: byId, response: { 200: account } },
    },
    (request) => setVerified(dependencies, request, request.params.id, null),
  );
}
