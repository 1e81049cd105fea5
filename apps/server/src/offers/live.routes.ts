import { liveChanges, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import type { OfferDependencies } from './dependencies.ts';
import { LiveStreams } from './live-streams.ts';

const EVENTS = 'text/event-stream';

export function liveRoutes(app: App, dependencies: OfferDependencies): void {
  const streams = new LiveStreams(dependencies);
  app.addHook('preClose', async () => streams.close());

  app.get(
    '/api/live',
    {
      config: { policy: 'session', whileImpersonating: 'refused', isStream: true },
      schema: {
        summary: 'Which of one’s own answers may have changed, as it happens',
        description:
          'With `Accept: text/event-stream` a stream of events, each with this as its `data`, until the session ends; otherwise ' +
          'an answer that names all kinds. 429 where the process tells as many screens as it may.',
        response: { 200: liveChanges },
      },
    },
    async (request, reply) => {
      if (!readsEvents(request)) return { kinds: [...liveKinds] };
      const events = await streams.open(signedIn(request));
      // Proxies that hold answers back until they are whole are told not to.
      return reply
        .header('content-type', EVENTS)
        .header('x-accel-buffering', 'no')
        .send(events as never);
    },
  );
}

function readsEvents({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes(EVENTS) === true;
}
