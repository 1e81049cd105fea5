import type { FastifyServerOptions } from 'fastify';

/** Maximum depth of logged error causes. */
const DEEPEST = 4;
/** Maximum number of errors that are logged individually per run of a job. */
const MAX_LOGGED_CAUSES = 20;

/**
 * Returns the options of the log, which writes lines of JSON. The log contains no personal data: no query (it may contain a name),
 * headers or body of a call, and no values of an error.
 */
export function logOptions(
  level: string,
  stream?: { readonly write: (line: string) => void },
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
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

interface KnownError {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: unknown;
}

/**
 * Describes an error without its values. PostgreSQL's errors contain whole rows in their details, and input in quotes in their messages.
 */
function describeError(error: unknown, depth = 0): DescribedError {
  // A thrown value may be of any type; absent fields are left out.
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

/** Returns the stack frames without the message at the start. */
function frames(stack = ''): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
