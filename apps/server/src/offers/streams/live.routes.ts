import { liveChanges } from '@mutual-transfer/domain/notices/live-changes';
import { LIVE_POSITION, MAX_POSITIONS } from '@mutual-transfer/domain/notices/live-position';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App, Dependencies } from '../../dependencies.ts';
import { isRead, signedIn } from '../../http/policy.ts';
import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import type { LivePositions } from '../changes/live-positions.ts';
import type { LiveGraph } from '../graph/live-graph.ts';
import { LiveStreams } from './live-streams.ts';

const EVENTS = 'text/event-stream';

/** Maximum number of waiting polls and of waiting calls that open a stream. Each account runs one at a time. */
const WAITING_AT_MOST = 20_000;

/** Time in milliseconds for which responses contain the same encrypted text of a position, so that a client has few texts to send back. */
const SAME_FOR = 500;

const since = z
  .string()
  .regex(new RegExp(`^[\\w-]{1,64}(,[\\w-]{1,64}){0,${MAX_POSITIONS - 1}}$`))
  .transform((positions) => positions.split(','))
  .optional()
  .describe(
    'The `position` of the last event, or the headers `Live-Position` of the answers shown, separated by commas. All kinds changed since a ' +
      'position that this server cannot read',
  );

export function liveRoutes(app: App, dependencies: Dependencies): void {
  const streams = new LiveStreams(dependencies);
  const turns = new ConcurrencyQueue({ atOnce: Number.POSITIVE_INFINITY, waitingAtMost: WAITING_AT_MOST });
  app.addHook('preClose', async () => streams.close());

  app.get(
    '/api/live',
    {
      config: { policy: 'session', whileImpersonating: 'refused', isStream: true },
      schema: {
        summary: 'Stream which of the caller’s answers may have changed',
        description:
          'With `Accept: text/event-stream` a stream of events, each with this as its `data`, until the session ends: first what changed ' +
          'since a position, then each change. Otherwise what changed since that position, once; all kinds without one. 429 where the ' +
          'process tells as many screens as it may.',
        querystring: z.strictObject({ since }),
        response: { 200: liveChanges },
      },
    },
    async (request, reply) => {
      const viewer = signedIn(request);
      const positions = request.query.since;
      if (!readsEvents(request)) return turns.run(viewer.userId, () => streams.poll(viewer, positions));
      const events = await turns.run(viewer.userId, () => streams.open(viewer, positions));
      // `X-Accel-Buffering: no` disables nginx's buffering of this response. The response schema describes the response to a poll.
      return reply
        .header('content-type', EVENTS)
        .header('x-accel-buffering', 'no')
        .send(events as never);
    },
  );
}

/**
 * Sets the `Live-Position` header on responses to signed-in callers. The position is read before the handler runs, so a change during the
 * handler is sent as an event once the client opens its stream.
 */
export function sendLivePosition(
  app: App,
  { graph, positions }: { graph: Pick<LiveGraph, 'changes'>; positions: LivePositions },
): void {
  let [text, until] = ['', 0];
  app.addHook('onRequest', async (request, reply) => {
    const position = graph.changes.position();
    if (position === undefined || !isRead(request) || request.viewer.kind === 'anonymous') return;
    // An earlier position is safe: the client only gets some changes that it shows already.
    if (performance.now() >= until)
      [text, until] = [positions.encrypt(position), performance.now() + SAME_FOR];
    reply.header(LIVE_POSITION, text);
  });
}

function readsEvents({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes(EVENTS) === true;
}
