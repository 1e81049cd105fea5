import {
  agreement,
  agreementList,
  agreementQuery,
  leaving,
  newAgreement,
  newAnswer,
  newInvitation,
  newStep,
  repairs,
} from '@mutual-transfer/domain/agreements/agreement';
import type { AgreementStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { byId, ownOf } from '../http/by-id.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { setOwnerTag } from '../http/turns/owner-tags.ts';
import { findOwnAgreement, listAgreements } from './agreements.queries.ts';
import type { AgreementDependencies } from './dependencies.ts';
import { invite } from './proposals/invite.ts';
import { propose } from './proposals/propose.ts';
import { countStandbys, repairsFor } from './proposals/repairs.ts';
import { findOwnOrders } from './room/own-orders.queries.ts';
import type { Reading } from './room/persons.queries.ts';
import { ownPartTag, presentAgreements } from './room/present-agreement.ts';
import { messageRoutes } from './room/room-messages.routes.ts';
import type { WholeAgreement } from './steps/locked-agreement.ts';
import { takeMemberStep } from './steps/take-step.ts';

const config = { policy: 'access' } as const;
/** Options of routes that search for replacements in a ring, which takes as long as a list of rings. */
const searching = { ...config, isSlow: () => true, problems: ['not_found'] } as const;
const changing = { ...config, idempotency: 'key' } as const;

export function agreementRoutes(app: App, dependencies: AgreementDependencies): void {
  invitationRoutes(app, dependencies);
  readingRoutes(app, dependencies);
  proposingRoute(app, dependencies);
  actingRoutes(app, dependencies);
  messageRoutes(app, dependencies);
}

function invitationRoutes(app: App, dependencies: Pick<AgreementDependencies, 'db' | 'now'>): void {
  const { now } = dependencies;
  app.post(
    '/api/requests/:id/invitations',
    {
      config: { ...changing, problems: ['not_found', 'not_a_match', 'alert_unread'] },
      schema: {
        summary: 'Invite a match without a request to post one',
        params: byId,
        body: newInvitation,
        response: { 201: confirmation },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) =>
          invite(transaction, { ...ownOf(request), inviteeId: request.body.user }, now()),
        outcome: () => ({ status: 201, ids: {} }),
        render: () => ({ message: say(request, 'done.invited') }),
      }),
  );
}

function readingRoutes(
  app: App,
  dependencies: Pick<AgreementDependencies, 'config' | 'db' | 'graph' | 'now'>,
): void {
  const { db } = dependencies;

  app.get(
    '/api/agreements',
    {
      config,
      schema: {
        summary: 'List the caller’s proposals and agreements, newest first',
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
      config: searching,
      schema: {
        summary: 'Get a proposal or an agreement of which the caller is a member',
        params: byId,
        response: { 200: agreement },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const found = await findOwnAgreement(db, ownOf(request));
      setOwnerTag(request, ownPartTag(found, viewer));
      const shown = await presented(dependencies, found, request);
      if (shown.state !== 'proposed') return shown;
      return { ...shown, standby: await countStandbys(dependencies, found, viewer) };
    },
  );

  app.get(
    '/api/agreements/:id/repairs',
    {
      config: searching,
      schema: {
        summary: 'List repairs of a ring that a member left',
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

function proposingRoute(
  app: App,
  dependencies: Pick<AgreementDependencies, 'agreementsDue' | 'background' | 'config' | 'db' | 'now'>,
): void {
  const { background, agreementsDue, now } = dependencies;

  app.post(
    '/api/agreements',
    {
      config: {
        ...changing,
        isLocated: true,
        problems: [
          'not_found',
          'not_a_ring',
          'request_taken',
          'rules_changed',
          'window_closed',
          'service_not_stated',
          'proposal_exists',
          'proposal_limit',
        ],
      },
      schema: {
        summary: 'Propose a swap, with the requests in the order of the ring and the caller’s first',
        body: newAgreement,
        response: { 201: agreement },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => propose(transaction, signedIn(request).userId, request.body.requests, now()),
        outcome: ({ id }) => ({ status: 201, location: `/api/agreements/${id}`, ids: { id } }),
        after: () => background(agreementsDue),
        render: ({ id }) => answered(dependencies, id, request),
      }),
  );
}

type Acting = Pick<AgreementDependencies, 'agreementsDue' | 'background' | 'config' | 'db' | 'now'>;

function actingRoutes(app: App, dependencies: Acting): void {
  app.post(
    '/api/agreements/:id/answer',
    {
      config: {
        ...changing,
        problems: [
          'not_found',
          'agreement_over',
          'agreement_step',
          'rules_changed',
          'window_closed',
          'service_not_stated',
          'request_taken',
        ],
      },
      schema: {
        summary: 'Accept or decline a proposal',
        params: byId,
        body: newAnswer,
        response: { 200: agreement },
      },
    },
    (request, reply) => {
      const { answer, reason } = request.body;
      const step = { kind: 'answer', by: signedIn(request).userId, answer } as const;
      return take(dependencies, request, reply, { step, words: reason });
    },
  );

  app.post(
    '/api/agreements/:id/steps',
    {
      config: {
        ...changing,
        problems: ['not_found', 'agreement_over', 'agreement_step', 'rules_changed', 'window_closed'],
      },
      schema: {
        summary: 'Record a step on the state’s portal',
        params: byId,
        body: newStep,
        response: { 200: agreement },
      },
    },
    (request, reply) => {
      const step = { kind: 'tick', by: signedIn(request).userId, step: request.body.step } as const;
      return take(dependencies, request, reply, { step });
    },
  );

  app.post(
    '/api/agreements/:id/leave',
    {
      config: { ...changing, problems: ['not_found', 'agreement_over', 'agreement_step'] },
      schema: {
        summary: 'Leave a proposal or an agreement, which ends it for all',
        params: byId,
        body: leaving,
        response: { 200: agreement },
      },
    },
    (request, reply) => {
      const step = { kind: 'leave', by: signedIn(request).userId } as const;
      return take(dependencies, request, reply, { step, words: request.body.reason });
    },
  );
}

/** Takes a step of the caller and responds with the agreement after the step. */
function take(
  dependencies: Acting,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  { step, words }: { readonly step: AgreementStep; readonly words?: string | undefined },
) {
  const { background, agreementsDue, now } = dependencies;
  const own = ownOf(request);
  return once(dependencies, request, reply, {
    change: (transaction) => takeMemberStep(transaction, own, { step, words, now: now() }),
    outcome: () => ({ ids: {} }),
    after: () => background(agreementsDue),
    render: () => answered(dependencies, own.id, request),
  });
}

/** @throws {AppError} `not_found`. */
async function answered(reading: Reading, id: string, request: FastifyRequest) {
  const found = await findOwnAgreement(reading.db, { id, userId: signedIn(request).userId });
  return presented(reading, found, request);
}

async function presented(reading: Reading, found: WholeAgreement, request: FastifyRequest) {
  const viewer = signedIn(request);
  const [shown] = await presentAgreements(reading, [found], viewer);
  if (shown === undefined) throw new AppError('not_found');
  return { ...shown, orders: await findOwnOrders(reading.db, { id: found.id, userId: viewer.userId }) };
}
