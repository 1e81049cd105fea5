import {
  agreementList,
  agreementQuery,
  changedAgreement,
  createdRoomMessage,
  leaving,
  newAgreement,
  newAnswer,
  newInvitation,
  newRoomMessage,
  newStep,
  repairs,
  roomMessages,
} from '@mutual-transfer/domain/agreements/agreement';
import type { AgreementStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { say } from '../http/answers.ts';
import type { App } from '../http/dependencies.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { findOwnAgreement, listAgreements } from './agreements.queries.ts';
import type { AgreementDependencies } from './dependencies.ts';
import { invite } from './invite.ts';
import type { WholeAgreement } from './locked-agreement.ts';
import { presentAgreements, type Reading } from './present-agreement.ts';
import { propose } from './propose.ts';
import { countStandbys, repairsFor } from './repairs.ts';
import { findMessages, writeMessage } from './room-messages.ts';
import { act, type OwnAgreement } from './take-step.ts';

const byId = z.strictObject({ id: z.uuid() });
const config = { policy: 'access' } as const;
const changing = { ...config, idempotency: 'key' } as const;

export function agreementRoutes(app: App, dependencies: AgreementDependencies): void {
  invitationRoutes(app, dependencies);
  readingRoutes(app, dependencies);
  proposingRoute(app, dependencies);
  actingRoutes(app, dependencies);
  messageRoutes(app, dependencies);
}

function invitationRoutes(app: App, dependencies: AgreementDependencies): void {
  const { now } = dependencies;
  app.post(
    '/api/requests/:id/invitations',
    {
      config: changing,
      schema: {
        summary: 'Invite a match who has no request to post one',
        params: byId,
        body: newInvitation,
        response: { 201: confirmation },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (keyed) => invite(keyed, { ...ownOf(request), inviteeId: request.body.user }, now()),
        outcome: () => ({ status: 201, ids: {} }),
        render: () => ({ message: say(request, 'done.invited') }),
      }),
  );
}

function readingRoutes(app: App, dependencies: AgreementDependencies): void {
  const { db } = dependencies;

  app.get(
    '/api/agreements',
    {
      config,
      schema: {
        summary: "One's own proposals and agreements, newest first",
        querystring: agreementQuery,
        response: { 200: agreementList },
      },
    },
    (request) => {
      const { waiting, ...page } = request.query;
      const isWaiting = waiting === undefined ? undefined : waiting === 'true';
      return listAgreements(dependencies, signedIn(request), { ...page, isWaiting });
    },
  );

  app.get(
    '/api/agreements/:id',
    {
      config,
      schema: {
        summary: 'A proposal or agreement one is a member of',
        params: byId,
        response: { 200: z.strictObject({ data: changedAgreement.shape.data }) },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const found = await findOwnAgreement(db, ownOf(request));
      const { data } = await presented(dependencies, found, request);
      if (data.agreement.state !== 'proposed') return { data };
      const standby = await countStandbys(dependencies, found, viewer);
      return { data: { agreement: { ...data.agreement, standby } } };
    },
  );

  app.get(
    '/api/agreements/:id/repairs',
    {
      config,
      schema: {
        summary: 'What those who stay can do when a member does not',
        params: byId,
        response: { 200: repairs },
      },
    },
    async (request) => {
      const found = await findOwnAgreement(db, ownOf(request));
      return repairsFor(dependencies, found, signedIn(request));
    },
  );
}

function proposingRoute(app: App, dependencies: AgreementDependencies): void {
  const { background, agreementsDue, now } = dependencies;

  app.post(
    '/api/agreements',
    {
      config: changing,
      schema: {
        summary: 'Propose a swap: requests in the order of the ring, one’s own first',
        body: newAgreement,
        response: { 201: changedAgreement },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (keyed) => propose(keyed, signedIn(request).userId, request.body.requests, now()),
        outcome: ({ id }) => ({ status: 201, location: `/api/agreements/${id}`, ids: { id } }),
        after: () => background(agreementsDue),
        render: ({ id }) => answered(dependencies, id, request),
      }),
  );
}

function actingRoutes(app: App, dependencies: AgreementDependencies): void {
  const { background, agreementsDue, now } = dependencies;

  app.post(
    '/api/agreements/:id/answer',
    {
      config: changing,
      schema: {
        summary: 'Say yes or no to a proposal',
        params: byId,
        body: newAnswer,
        response: { 200: changedAgreement },
      },
    },
    (request, reply) => {
      const { answer, reason } = request.body;
      return taken(request, reply, { kind: 'answer', by: signedIn(request).userId, answer }, reason);
    },
  );

  app.post(
    '/api/agreements/:id/steps',
    {
      config: changing,
      schema: {
        summary: "Tick a step on the state's portal",
        params: byId,
        body: newStep,
        response: { 200: changedAgreement },
      },
    },
    (request, reply) =>
      taken(request, reply, { kind: 'tick', by: signedIn(request).userId, step: request.body.step }),
  );

  app.post(
    '/api/agreements/:id/leave',
    {
      config: changing,
      schema: {
        summary: 'Leave a proposal or an agreement, which ends it for all',
        params: byId,
        body: leaving,
        response: { 200: changedAgreement },
      },
    },
    (request, reply) =>
      taken(request, reply, { kind: 'leave', by: signedIn(request).userId }, request.body.reason),
  );

  function taken(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    step: AgreementStep,
    words?: string,
  ) {
    const own = ownOf(request);
    return once(dependencies, request, reply, {
      change: (keyed) => act(keyed, own, { step, words, now: now() }),
      outcome: () => ({ ids: {} }),
      after: () => background(agreementsDue),
      render: () => answered(dependencies, own.id, request),
    });
  }
}

function messageRoutes(app: App, dependencies: AgreementDependencies): void {
  const { now } = dependencies;

  app.get(
    '/api/agreements/:id/messages',
    {
      config,
      schema: { summary: 'The newest messages of a room', params: byId, response: { 200: roomMessages } },
    },
    async (request) => ({ messages: await findMessages(dependencies, request.params.id, signedIn(request)) }),
  );

  app.post(
    '/api/agreements/:id/messages',
    {
      config: changing,
      schema: {
        summary: 'Write to the other members',
        params: byId,
        body: newRoomMessage,
        response: { 201: createdRoomMessage, 202: confirmation },
      },
    },
    (request, reply) => {
      const own = ownOf(request);
      return once(dependencies, request, reply, {
        change: (keyed) => writeMessage(keyed, own, request.body, now()),
        outcome: (id: string | undefined) => ({
          status: id === undefined ? 202 : 201,
          ids: { messages: id === undefined ? [] : [id] },
        }),
        render: async ({ messages: [id] }) =>
          id === undefined ? { message: say(request, 'done.textHeld') } : written(request, id),
      });
    },
  );

  async function written(request: FastifyRequest<{ Params: { id: string } }>, id: string) {
    const messages = await findMessages(dependencies, request.params.id, signedIn(request));
    const message = messages.find(({ _id }) => _id === id);
    if (message === undefined) throw new AppError('not_found');
    return { data: { message } };
  }
}

/** @throws {AppError} `not_found`. */
async function answered(reading: Reading, id: string, request: FastifyRequest) {
  const found = await findOwnAgreement(reading.db, { id, userId: signedIn(request).userId });
  return presented(reading, found, request);
}

async function presented(reading: Reading, found: WholeAgreement, request: FastifyRequest) {
  const [agreement] = await presentAgreements(reading, [found], signedIn(request));
  if (agreement === undefined) throw new AppError('not_found');
  return { data: { agreement } };
}

function ownOf(request: FastifyRequest<{ Params: { id: string } }>): OwnAgreement {
  return { userId: signedIn(request).userId, id: request.params.id };
}
