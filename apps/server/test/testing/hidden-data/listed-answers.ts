import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../src/http/dependencies.ts';
import { problemsOf } from '../../../src/http/description/operation-problems.ts';

const CHANNEL = 'fastify.initialization';
/** Route paths that refuse every call. */
const unknownAddresses = new Set(['/api', '/api/*', '*', undefined]);
/** Error code for a path that matches a parameter of another path, such as `PATCH /api/requests/public`. */
const OF_ADDRESS = 'method_not_allowed';

/**
 * Builds an app that compares every response with the description of its operation: the description lists the error code, and `Location` is
 * sent exactly if the description has it.
 *
 * @returns the app, and a function that throws if a response since its last call differs.
 */
export async function withListedAnswers(
  build: () => Promise<App>,
): Promise<{ app: App; refuseUnlisted: () => void }> {
  const unlisted: string[] = [];
  const watch = (message: unknown) => {
    (message as { fastify: App }).fastify.addHook('onSend', async (request, reply, payload) => {
      const difference = differenceOf(request, reply, payload);
      if (difference !== undefined)
        unlisted.push(`${request.method} ${request.routeOptions.url} ${difference}`);
    });
  };
  subscribe(CHANNEL, watch);
  const app = await build().finally(() => unsubscribe(CHANNEL, watch));
  const refuseUnlisted = () => {
    const [first] = unlisted.splice(0);
    if (first !== undefined) throw new Error(first);
  };
  return { app, refuseUnlisted };
}

function differenceOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | undefined {
  const { url, config, schema, method } = request.routeOptions;
  if (unknownAddresses.has(url) || !url?.startsWith('/api/') || schema?.hide) return undefined;
  const { statusCode } = reply;
  if (statusCode < 300 && reply.hasHeader('location') !== (config.isLocated === true))
    return `answers ${statusCode} ${config.isLocated ? 'without Location' : 'with a Location that it does not describe'}`;
  if (statusCode < 400 || typeof payload !== 'string') return undefined;
  const { code } = JSON.parse(payload) as Problem;
  const isListed =
    code === OF_ADDRESS || problemsOf({ method: String(method), config, schema }).includes(code);
  return isListed ? undefined : `answers \`${code}\`, which it does not list`;
}
