import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { App } from '../../src/http/dependencies.ts';

/** A route as the running app has it. */
export interface Route {
  readonly method: string;
  readonly url: string;
  readonly config: FastifyContextConfig;
  /** Zod schema of the body, where it takes one. */
  readonly body?: unknown;
}

const CHANNEL = 'fastify.initialization';

/**
 * Starts an app and tells every route it came to have, also those that the description of the API leaves out, but not those
 * that refuse what is no route.
 */
export async function withRoutes<Started>(
  start: () => Promise<Started>,
): Promise<{ started: Started; routes: Route[] }> {
  const routes: Route[] = [];
  const note = ({ method, url, config = {}, schema }: RouteOptions) => {
    if (url === '/api' || url === '/api/*') return;
    for (const one of [method].flat()) routes.push({ method: one, url, config, body: schema?.body });
  };
  const watch = (message: unknown) => {
    (message as { fastify: App }).fastify.addHook('onRoute', note);
  };
  subscribe(CHANNEL, watch);
  try {
    return { started: await start(), routes };
  } finally {
    unsubscribe(CHANNEL, watch);
  }
}
