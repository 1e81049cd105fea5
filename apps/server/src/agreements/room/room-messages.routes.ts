import { newRoomMessage, roomMessage, roomMessages } from '@mutual-transfer/domain/agreements/agreement';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { byId, ownOf } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { inTurn, writeInTurn } from '../../http/turns/turns.ts';
import { countRefusedTexts } from '../../limits/limits.ts';
import { findMessageRisks } from '../../notices/review/message-risks.queries.ts';
import { findMessages } from './room-messages.queries.ts';
import { writeMessage } from './room-messages.ts';

export function messageRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;

  app.get(
    '/api/agreements/:id/messages',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List the newest messages of an agreement',
        params: byId,
        response: { 200: roomMessages },
      },
    },
    inTurn(async (request) => ({
      messages: await findMessages(dependencies, request.params.id, signedIn(request)),
    })),
  );

  app.post(
    '/api/agreements/:id/messages',
    {
      config: {
        policy: 'access',
        idempotency: 'key',
      },
      schema: {
        summary: 'Send a message to the other members of an agreement',
        params: byId,
        body: newRoomMessage,
        response: { 201: roomMessage, 202: confirmation },
      },
    },
    writeInTurn((request, reply) => {
      const own = ownOf(request);
      return once(request, reply, {
        change: (commit) =>
          countRefusedTexts(limits, request, own.userId, async () => {
            const risks = await findMessageRisks(db, own.userId, request.body.message);
            return commit(async (transaction) => {
              const id = await writeMessage(transaction, own, { ...request.body, risks }, now());
              return {
                status: id === undefined ? 202 : 201,
                ids: { messages: id === undefined ? [] : [id] },
              };
            });
          }),
        answer: async ({ messages: [id] }) =>
          id === undefined ? { message: say(request, 'done.textHeld') } : written(request, id),
      });
    }),
  );

  async function written(request: FastifyRequest<{ Params: { id: string } }>, id: string) {
    const messages = await findMessages(dependencies, request.params.id, signedIn(request));
    const message = messages.find(({ _id }) => _id === id);
    if (message === undefined) throw new AppError('not_found');
    return message;
  }
}
