import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { App } from '../../src/dependencies.ts';

/** Route of the running app. */
export interface Route {
  method: string;
  url: string;
  config: FastifyContextConfig;
  /** Zod schema of the body, if it takes one. */
  body?: unknown;
  /** Zod schemas of the answers, by status. */
  answers?: unknown;
}

const CHANNEL = 'fastify.initialization';

/**
 * Starts an app and returns all its routes, including routes that the API description lacks, without the catch-all routes that refuse
 * unknown paths.
 */
export async function withRoutes<Started>(
  start: () => Promise<Started>,
): Promise<{ started: Started; routes: Route[] }> {
  const routes: Route[] = [];
  const note = ({ method, url, config = {}, schema }: RouteOptions) => {
    if (url === '/api' || url === '/api/*') return;
    for (const one of [method].flat())
      routes.push({ method: one, url, config, body: schema?.body, answers: schema?.response });
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
