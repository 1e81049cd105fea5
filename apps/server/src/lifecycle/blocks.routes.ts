import { blockList } from '@mutual-transfer/domain/accounts/block';
import { wholeListQuery } from '@mutual-transfer/domain/pagination';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { FastifyRequest } from 'fastify';
import { findBlocks } from '../accounts/blocks.queries.ts';
import { unblockTeacher } from '../accounts/blocks.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { inTurn, writeInTurn } from '../http/turns/turns.ts';
import { blockTeacher } from './block-teacher.ts';

const config = { policy: 'session', whileImpersonating: 'refused' } as const;

export function blockRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;

  app.get(
    '/api/blocks',
    {
      config,
      schema: {
        summary: 'List the teachers whom the caller blocks, newest first',
        querystring: wholeListQuery,
        response: { 200: blockList },
      },
    },
    inTurn((request) => findBlocks(db, signedIn(request), request.query)),
  );

  app.put(
    '/api/blocks/:id',
    {
      config,
      schema: {
        summary: 'Block a teacher, so that neither is shown, writes or proposes to the other',
        params: byId,
        response: { 200: confirmation },
      },
    },
    writeInTurn(async (request) => {
      await limits.reserve(request, 'blockChanges', { subject: signedIn(request).userId });
      await blockTeacher(db, blockOf(request), now());
      return { message: say(request, 'done.blocked') };
    }),
  );

  app.delete(
    '/api/blocks/:id',
    {
      config,
      schema: { summary: 'Unblock a teacher', params: byId, response: { 200: confirmation } },
    },
    writeInTurn(async (request) => {
      await limits.reserve(request, 'blockChanges', { subject: signedIn(request).userId });
      await unblockTeacher(db, blockOf(request));
      return { message: say(request, 'done.unblocked') };
    }),
  );
}

function blockOf(request: FastifyRequest<{ Params: { id: string } }>) {
  return { blockerId: signedIn(request).userId, blockedId: request.params.id };
}
