import { newRoomMessage, roomMessage, roomMessages } from '@mutual-transfer/domain/agreements/agreement';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { byId, ownOf } from '../../http/by-id.ts';
import type { App } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { countRefusedTexts } from '../../limits/limits.ts';
import { findMessageRisks } from '../../notices/review/message-risks.queries.ts';
import type { AgreementDependencies } from '../dependencies.ts';
import { findMessages } from './room-messages.queries.ts';
import { writeMessage } from './room-messages.ts';

export function messageRoutes(
  app: App,
  dependencies: Pick<AgreementDependencies, 'config' | 'db' | 'limits' | 'now'>,
): void {
  const { db, limits, now } = dependencies;

  app.get(
    '/api/agreements/:id/messages',
    {
      config: { policy: 'access', problems: ['not_found'] },
      schema: {
        summary: 'List the newest messages of an agreement',
        params: byId,
        response: { 200: roomMessages },
      },
    },
    async (request) => ({ messages: await findMessages(dependencies, request.params.id, signedIn(request)) }),
  );

  app.post(
    '/api/agreements/:id/messages',
    {
      config: {
        policy: 'access',
        idempotency: 'key',
        problems: ['not_found', 'agreement_over', 'text_needs_review', 'message_limit'],
        spends: ['refusedTexts'],
      },
      schema: {
        summary: 'Send a message to the other members of an agreement',
        params: byId,
        body: newRoomMessage,
        response: { 201: roomMessage, 202: confirmation },
      },
    },
    (request, reply) => {
      const own = ownOf(request);
      return once(dependencies, request, reply, {
        prepare: () => findMessageRisks(db, own.userId, request.body.message),
        change: (transaction, risks) => writeMessage(transaction, own, { ...request.body, risks }, now()),
        around: (make) => countRefusedTexts(limits, request, own.userId, make),
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
    return message;
  }
}
