import type { FastifyServerOptions } from 'fastify';
import type { App, CallMetrics } from '../dependencies.ts';
import { REPLAYED_HEADER } from './idempotency.ts';

/** Maximum depth of nested error causes in the log. */
const DEEPEST = 4;
/** Maximum number of errors that are logged individually per run of a job. */
const MAX_LOGGED_CAUSES = 20;

/**
 * Returns the options of the log, which writes lines of JSON. The log contains no personal data: of a call no query (it may contain a
 * name), header or body, and of an error no values.
 */
export function logOptions(
  level: string,
  stream?: { write: (line: string) => void },
): NonNullable<FastifyServerOptions['logger']> {
  const serializers = { req: describeCall, err: (error: unknown) => describeError(error) };
  return { level, serializers, ...(stream === undefined ? {} : { stream }) };
}

function describeCall(request: { method: string; url: string }): {
  method: string;
  path: string | undefined;
} {
  return { method: request.method, path: request.url.split('?')[0] };
}

interface DescribedError extends Record<string, unknown> {
  type: string;
  message: string;
  stack: string;
}

interface KnownError {
  name?: string;
  message?: string;
  stack?: string;
  code?: string;
  table?: string;
  constraint?: string;
  cause?: unknown;
}

/** Describes an error without its values. PostgreSQL errors contain whole rows in `detail`, and quoted input in `message`. */
function describeError(error: unknown, depth = 0): DescribedError {
  // A thrown value may have any type; fields that it lacks are left out.
  const { name = 'Error', message, stack, code, table, constraint, cause } = error as KnownError;
  return {
    type: name,
    code,
    table,
    constraint,
    message: withoutValues(message),
    stack: frames(stack),
    ...(cause instanceof Error && depth < DEEPEST ? { cause: describeError(cause, depth + 1) } : {}),
    ...(error instanceof AggregateError && depth < DEEPEST
      ? { errors: error.errors.slice(0, MAX_LOGGED_CAUSES).map((one) => describeError(one, depth + 1)) }
      : {}),
  };
}

function withoutValues(message = ''): string {
  return message.replace(/"[^"]*"|'[^']*'/g, '…');
}

/** Returns the frames of a stack, without the message that precedes them. */
function frames(stack = ''): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Measures every call, including refused calls and unknown paths. */
export function measureCalls(app: App, metrics: CallMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'not found' : (request.routeOptions.url ?? 'not found');
    if (reply.hasHeader(REPLAYED_HEADER)) metrics.callReplayed(route);
    metrics.callTook({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
