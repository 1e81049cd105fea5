import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import type { ErrorCode } from '@mutual-transfer/domain/error-codes';
import type { FastifyRequest } from 'fastify';
import { v4 as randomId } from 'uuid';
import type { App } from '../dependencies.ts';
import { AppError, toProblem } from '../platform/errors.ts';
import { answer, REQUEST_ID_HEADER } from './answers.ts';
import { securityHeaders } from './response-headers.ts';

/** Host name or address with an optional port, as allowed in a URL (RFC 3986, 3.2.2). */
const hosts = /^(\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=-]+)(:\d{1,5})?$/i;
/** Percent-encoded LF, CR, U+2028 and U+2029. No route pattern matches them. */
const lineBreaks = /%0[ad]|%e2%80%a[89]/i;
const protocols = new Set(['http', 'https']);

/** Serves calls with an unknown expectation like other calls. By default Node answers 417 without a body or the product's headers. */
export function ignoreExpectations(app: App): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/**
 * Refuses calls with an invalid URL, so that later code can build URLs of pages and links from it. `host` and `protocol` are those forwarded
 * by a trusted proxy, if there is one. Answers 404 to a path with a line break, since the catch-all route of pages does not match it, and to
 * a path with an empty id, which the router accepts.
 */
export function refuseMalformed(request: FastifyRequest): void {
  const { host, protocol, originalUrl } = request;
  const isHost = isHostName(host) || (isOldHttp(request) && request.headers.host === undefined);
  const isPath = originalUrl.startsWith('/');
  if (!isHost || !isPath || !protocols.has(protocol) || hasTwoHosts(request)) throw new AppError('malformed');
  const [path = ''] = originalUrl.split('?');
  const hasEmptyId = path.endsWith('/') && request.routeOptions.url?.includes(':');
  if (lineBreaks.test(path) || hasEmptyId) throw new AppError('not_found');
}

/** Returns true for a call with two `Host` headers. Node uses the first one, while a proxy may route by the second one (RFC 9112, 3.2). */
function hasTwoHosts({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}

/** Returns true for HTTP/1.0, whose calls may have no `Host` header. Some load balancers use it for health checks. */
function isOldHttp({ raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0';
}

function isHostName(host: string): boolean {
  return hosts.test(host) && URL.canParse(`http://${host}`);
}

/** Query as the schema of a route reads it: an array is a repeated parameter, which every schema refuses. */
type Query = Readonly<Record<string, string | readonly string[]>>;

/** Parses a query. An empty parameter (`search=`) means that it is not given, as the forms of the specification send it. */
export function parseQuery(text: string): Query {
  const parameters = Object.entries(parse(text, '&', '=', { maxKeys: 0 }));
  return Object.fromEntries(parameters.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Returns the URL with the parameters that are given, in the order of their names, so that equal questions have equal URLs. */
export function givenUrl({ url, query }: FastifyRequest): string {
  const [path = ''] = url.split('?');
  // The parser of queries is `parseQuery`, which Fastify's types do not say.
  const given = Object.entries(query as Query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  const text = String(
    new URLSearchParams(given.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))),
  );
  return text === '' ? path : `${path}?${text}`;
}

/** Answers 404 to calls of a path, or with a method, for which there is no route. */
export function answerUnknownAddresses(app: App): void {
  app.setNotFoundHandler((request, reply) => answer(new AppError('not_found'), request, reply));
}

/** Answers the same under `/api`, where the route of pages would answer otherwise. Call it before the policies of routes are registered. */
export function refuseUnknownAddresses(api: App): void {
  const refuse = async (_request: FastifyRequest) => {
    throw new AppError('not_found');
  };
  for (const url of ['/api', '/api/*'])
    api.route({ method: api.supportedMethods, url, onRequest: refuse, handler: refuse });
}

const outcomes: Readonly<Record<string, { status: number; code: ErrorCode }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'malformed' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large' },
};

/** Sends an error response in the API's format if Node could not parse the input as HTTP. Fastify has no request object then. */
export function answerBrokenCalls(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code } = outcomes[error.code ?? ''] ?? { status: 400, code: 'malformed' as const };
  const requestId = randomId();
  const body = JSON.stringify(toProblem(new AppError(code), 'en', requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Language: en',
    'Cache-Control: no-store',
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
