import {
  agreementListSchema,
  agreementQuerySchema,
  agreementSchema,
  leavingSchema,
  newAgreementSchema,
  newAnswerSchema,
  newInvitationSchema,
  newStepSchema,
  repairsSchema,
} from '@mutual-transfer/domain/agreements/agreement';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId, ownOf } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, slow, writeInTurn } from '../http/turns.ts';
import { AppError } from '../platform/errors.ts';
import { findOwnAgreement, listAgreements } from './agreements.queries.ts';
import { invite } from './invitations.ts';
import type { WholeAgreement } from './lock-agreement.ts';
import { messageRoutes } from './messages.ts';
import { findOwnObjection } from './objections.ts';
import { findOwnOrders } from './own-orders.ts';
import { ownPartTag, presentAgreements } from './present-agreement.ts';
import { propose } from './propose.ts';
import { countStandbys, repairsFor } from './repairs.ts';
import { type MemberStep, takeMemberStep } from './take-step.ts';

const config = { policy: 'access' } as const;
/** Options of routes that search for replacements in a ring, which takes as long as a list of rings. */
const changing = { ...config, idempotency: 'key' } as const;

export function agreementRoutes(app: App, dependencies: Dependencies): void {
  invitationRoutes(app, dependencies);
  readingRoutes(app, dependencies);
  proposingRoute(app, dependencies);
  actingRoutes(app, dependencies);
  messageRoutes(app, dependencies);
}

function invitationRoutes(app: App, dependencies: Dependencies): void {
  const { now } = dependencies;
  app.post(
    '/api/requests/:id/invitations',
    {
      config: changing,
      schema: {
        summary: 'Invite a match without a request to post one',
        params: byId,
        body: newInvitationSchema,
        response: { 201: confirmationSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            await invite(transaction, { ...ownOf(request), inviteeId: request.body.user }, now());
            return { status: 201 };
          }),
        answer: () => ({ message: say(request, 'done.invited') }),
      }),
    ),
  );
}

function readingRoutes(app: App, dependencies: Dependencies): void {
  const { db } = dependencies;

  app.get(
    '/api/agreements',
    {
      config,
      schema: {
        summary: 'List the caller’s proposals and agreements, newest first',
        querystring: agreementQuerySchema,
        response: { 200: agreementListSchema },
      },
    },
    inTurn((request) => {
      const { waiting, ...page } = request.query;
      const isWaiting = waiting === undefined ? undefined : waiting === 'true';
      return listAgreements(dependencies, signedIn(request), { ...page, isWaiting });
    }),
  );

  app.get(
    '/api/agreements/:id',
    {
      config,
      schema: {
        summary: 'Get a proposal or an agreement of which the caller is a member',
        params: byId,
        response: { 200: agreementSchema },
      },
    },
    slow(async (request) => {
      const viewer = signedIn(request);
      const found = await findOwnAgreement(db, ownOf(request));
      request.ownerTag = ownPartTag(found, viewer);
      const shown = await presented(dependencies, found, request);
      if (shown.state !== 'proposed') return shown;
      return { ...shown, standby: await countStandbys(dependencies, found, viewer) };
    }),
  );

  app.get(
    '/api/agreements/:id/repairs',
    {
      config,
      schema: {
        summary: 'List repairs of a ring that a member left',
        params: byId,
        response: { 200: repairsSchema },
      },
    },
    slow(async (request) => {
      const found = await findOwnAgreement(db, ownOf(request));
      return repairsFor(dependencies, found, signedIn(request));
    }),
  );
}

function proposingRoute(app: App, dependencies: Dependencies): void {
  const { background, agreementsDue, now } = dependencies;

  app.post(
    '/api/agreements',
    {
      config: {
        ...changing,
      },
      schema: {
        summary: 'Propose a swap, with the requests in the order of the ring and the caller’s first',
        body: newAgreementSchema,
        response: { 201: agreementSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const made = await commit(async (transaction) => {
            const { userId } = signedIn(request);
            const { id } = await propose(transaction, userId, request.body.requests, now());
            return { status: 201, location: `/api/agreements/${id}`, ids: { id } };
          });
          background(agreementsDue);
          return made;
        },
        answer: ({ id }) => answered(dependencies, id, request),
      }),
    ),
  );
}

function actingRoutes(app: App, dependencies: Dependencies): void {
  app.post(
    '/api/agreements/:id/answer',
    {
      config: {
        ...changing,
      },
      schema: {
        summary: 'Accept or decline a proposal',
        params: byId,
        body: newAnswerSchema,
        response: { 200: agreementSchema },
      },
    },
    writeInTurn((request, reply) => {
      const { answer, reason, category } = request.body;
      const step = { kind: 'answer', by: signedIn(request).userId, answer } as const;
      return take(dependencies, request, reply, { step, words: reason, category });
    }),
  );

  app.post(
    '/api/agreements/:id/steps',
    {
      config: {
        ...changing,
      },
      schema: {
        summary: 'Record a step on the state’s portal',
        params: byId,
        body: newStepSchema,
        response: { 200: agreementSchema },
      },
    },
    writeInTurn((request, reply) => {
      const step = { kind: 'tick', by: signedIn(request).userId, step: request.body.step } as const;
      return take(dependencies, request, reply, { step });
    }),
  );

  app.post(
    '/api/agreements/:id/leave',
    {
      config: changing,
      schema: {
        summary: 'Leave a proposal or an agreement, which ends it for all',
        params: byId,
        body: leavingSchema,
        response: { 200: agreementSchema },
      },
    },
    writeInTurn((request, reply) => {
      const step = { kind: 'leave', by: signedIn(request).userId } as const;
      return take(dependencies, request, reply, { step, words: request.body.reason });
    }),
  );
}

/** Takes a step of the caller and responds with the agreement after the step. */
function take(
  dependencies: Dependencies,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  taken: Omit<MemberStep, 'now'>,
) {
  const { background, agreementsDue, now } = dependencies;
  const own = ownOf(request);
  return once(request, reply, {
    change: async (commit) => {
      await commit(async (transaction) => {
        await takeMemberStep(transaction, own, { ...taken, now: now() });
      });
      background(agreementsDue);
    },
    answer: () => answered(dependencies, own.id, request),
  });
}

/** @throws {AppError} `not_found`. */
async function answered(reading: Dependencies, id: string, request: FastifyRequest) {
  const found = await findOwnAgreement(reading.db, { id, userId: signedIn(request).userId });
  return presented(reading, found, request);
}

async function presented(reading: Dependencies, found: WholeAgreement, request: FastifyRequest) {
  const viewer = signedIn(request);
  const [shown] = await presentAgreements(reading, [found], viewer);
  if (shown === undefined) throw new AppError('not_found');
  const own = { id: found.id, userId: viewer.userId };
  return {
    ...shown,
    orders: await findOwnOrders(reading.db, own),
    objection: await findOwnObjection(reading.db, own),
  };
}
