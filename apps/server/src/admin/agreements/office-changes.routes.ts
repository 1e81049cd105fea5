import {
  agreementEndSchema,
  agreementFileSchema,
  newDeadlineSchema,
  newJoiningSchema,
  newTransferOrderSchema,
  scrutinySchema,
  undoingSchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { endByOffice, extendDeadline } from '../../agreements/office/end-agreement.ts';
import type { OfficeAction } from '../../agreements/office/office-step.ts';
import { recordJoining } from '../../agreements/office/record-joining.ts';
import { recordOrder } from '../../agreements/office/record-order.ts';
import { scrutinise } from '../../agreements/office/scrutinise.ts';
import { undoLastStep } from '../../agreements/office/undo-last-step.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { byId } from '../../http/by-id.ts';
import { once } from '../../http/idempotency.ts';
import { signedIn } from '../../http/policy.ts';
import { writeInTurn } from '../../http/turns.ts';
import { type AuditedAction, writeAudit } from '../../people/audit.ts';
import { endOfDay } from '../../platform/database/database-clock.ts';
import type { Database } from '../../platform/database/tables.ts';
import { findAgreementFile } from './agreement-file.ts';

type AboutAgreement = FastifyRequest<{ Params: { id: string } }>;
const ISO_DAY_LENGTH = 10;
const changing = {
  policy: 'district',
  concerns: 'agreement',
  idempotency: 'key',
} as const;
const recording = {
  ...changing,
} as const;

/** Registers the actions of administrators on an agreement. Each has a reason, is audited, and notifies the members. */
export function officeChangeRoutes(app: App, dependencies: Dependencies): void {
  endingRoutes(app, dependencies);
  scrutinyRoute(app, dependencies);
  orderRoute(app, dependencies);
  joiningRoute(app, dependencies);
  undoRoute(app, dependencies);
}

function endingRoutes(app: App, dependencies: Dependencies): void {
  const { now } = dependencies;
  app.post(
    '/api/admin/agreements/:id/deadline',
    {
      config: changing,
      schema: {
        summary: 'Extend the deadline of a proposal, or of the next step of an agreement',
        params: byId,
        body: newDeadlineSchema,
        response: { 200: agreementFileSchema },
      },
    },
    writeInTurn((request, reply) => {
      const { deadline, reason } = request.body;
      return change(dependencies, { request, reply, reason }, async (transaction, action) => {
        const until = deadline.length === ISO_DAY_LENGTH ? endOfDay(deadline) : new Date(deadline);
        if (!(await extendDeadline(transaction, action, until))) return;
        const details = { deadline, reason };
        await audit(transaction, request, { action: 'agreement.deadline', details }, now());
      });
    }),
  );

  app.post(
    '/api/admin/agreements/:id/end',
    {
      config: changing,
      schema: {
        summary:
          'End a proposal or an agreement: the combination, or the part of a teacher or of all members in the season',
        params: byId,
        body: agreementEndSchema,
        response: { 200: agreementFileSchema },
      },
    },
    writeInTurn((request, reply) => {
      const { reason, ...ending } = request.body;
      return change(dependencies, { request, reply, reason }, async (transaction, action) => {
        const out = await endByOffice(transaction, action, ending);
        if (out === undefined) return;
        const details = { scope: ending.scope, reason };
        if (out.length === 0) await audit(transaction, request, { action: 'agreement.end', details }, now());
        for (const subjectId of out)
          await audit(transaction, request, { action: 'season.takeOut', subjectId, details }, now());
      });
    }),
  );
}

function scrutinyRoute(app: App, dependencies: Dependencies): void {
  const { now } = dependencies;
  app.post(
    '/api/admin/agreements/:id/scrutiny',
    {
      config: changing,
      schema: {
        summary:
          'Pass members in the scrutiny before the order, take this back, or object, which takes the member out of the season',
        params: byId,
        body: scrutinySchema,
        response: { 200: agreementFileSchema },
      },
    },
    writeInTurn((request, reply) => {
      const { reason, user, result } = request.body;
      return change(dependencies, { request, reply, reason }, async (transaction, action) => {
        for (const subjectId of await scrutinise(transaction, action, { user, result })) {
          const entry = { subjectId, details: { result, reason } };
          await audit(transaction, request, { action: 'agreement.scrutiny', ...entry }, now());
        }
      });
    }),
  );
}

function orderRoute(app: App, dependencies: Dependencies): void {
  const { now } = dependencies;
  app.post(
    '/api/admin/agreements/:id/order',
    {
      config: recording,
      schema: {
        summary: 'Record an order of the department for all members or some of them',
        params: byId,
        body: newTransferOrderSchema,
        response: { 200: agreementFileSchema },
      },
    },
    writeInTurn((request, reply) => {
      const { reason, ...order } = request.body;
      return change(dependencies, { request, reply, reason }, async (transaction, action) => {
        if (!(await recordOrder(transaction, action, order))) return;
        const details = { number: order.number, date: order.date, reason };
        await audit(transaction, request, { action: 'agreement.order', details }, now());
      });
    }),
  );
}

function joiningRoute(app: App, dependencies: Dependencies): void {
  const { now } = dependencies;
  app.post(
    '/api/admin/agreements/:id/joining',
    {
      config: changing,
      schema: {
        summary: 'Record that a member was relieved or joined, or that the service record was moved',
        params: byId,
        body: newJoiningSchema,
        response: { 200: agreementFileSchema },
      },
    },
    writeInTurn((request, reply) => {
      const { reason, ...joining } = request.body;
      return change(dependencies, { request, reply, reason }, async (transaction, office) => {
        if (!(await recordJoining(transaction, office, joining))) return;
        const entry = { subjectId: joining.member, details: { date: joining.date, reason } };
        const action = joining.step === 'joined' ? 'agreement.join' : 'agreement.relieve';
        await audit(transaction, request, { action, ...entry }, now());
      });
    }),
  );
}

function undoRoute(app: App, { db, background, agreementsDue, now }: Dependencies): void {
  app.delete(
    '/api/admin/agreements/:id/steps/last',
    {
      config: {
        policy: 'district',
        concerns: 'agreement',
      },
      schema: {
        summary: 'Undo the last recorded step, an order, a joining, or a relieving',
        params: byId,
        body: undoingSchema,
        response: { 200: agreementFileSchema },
      },
    },
    writeInTurn(async (request) => {
      const { id } = request.params;
      const { reason, ...what } = request.body;
      await db.transaction().execute(async (transaction) => {
        const action = actionOf(request, reason, now());
        const undone = await undoLastStep(transaction, action, what);
        const details = { step: undone.step, reason };
        for (const subjectId of undone.of.length > 0 ? undone.of : [undefined])
          await audit(transaction, request, { action: 'agreement.undo', subjectId, details }, now());
      });
      background(agreementsDue);
      return findAgreementFile(db, signedIn(request), id, now());
    }),
  );
}

function actionOf(request: AboutAgreement, reason: string, now: Date): OfficeAction {
  const { userId: by, administers } = signedIn(request);
  return { id: request.params.id, by, administers, reason, now };
}

/** Changes an agreement in one transaction, once per idempotency key, and responds with it. */
function change(
  dependencies: Dependencies,
  { request, reply, reason }: { request: AboutAgreement; reply: FastifyReply; reason: string },
  work: (transaction: Transaction<Database>, action: OfficeAction) => Promise<void>,
) {
  const { db, background, agreementsDue, now } = dependencies;
  const { id } = request.params;
  return once(request, reply, {
    change: async (commit) => {
      await commit((transaction) => work(transaction, actionOf(request, reason, now())));
      background(agreementsDue);
    },
    answer: () => findAgreementFile(db, signedIn(request), id, now()),
  });
}

/** Writes an audit entry about a change, which also names the agreement of the call. */
function audit(
  transaction: Transaction<Database>,
  request: AboutAgreement,
  { details, ...entry }: AuditedAction,
  now: Date,
) {
  const named = { agreement: request.params.id, ...details };
  return writeAudit(transaction, request, { ...entry, details: named }, now);
}
