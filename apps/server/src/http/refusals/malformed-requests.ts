import type { FastifyRequest } from 'fastify';
import type { App } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';

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
