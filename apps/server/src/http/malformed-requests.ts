import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { REQUEST_ID_HEADER } from './answers.ts';
import type { App } from './dependencies.ts';

/** A name or address with or without a port, as a URL may hold it (RFC 3986, 3.2.2). */
const hosts = /^(\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=-]+)(:\d{1,5})?$/i;
/** Line breaks, which no pattern of a route matches: the line feed, the carriage return, and the two of Unicode. */
const lineBreaks = /%0[ad]|%e2%80%a[89]/i;
const protocols = new Set(['http', 'https']);

/**
 * Names each call in its answer, and refuses calls whose own address makes no URL: code that builds one of them later, for a
 * page or a link, can rely on it. `host` and `protocol` are what a trusted proxy forwards, where there is one. An address with a line
 * break is unknown here already: the route of all pages does not match it.
 */
export function refuseOddCalls(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    const { host, protocol, originalUrl } = request;
    const isHost = isHostName(host) || (isOldHttp(request) && request.headers.host === undefined);
    const isPath = originalUrl.startsWith('/');
    if (!isHost || !isPath || !protocols.has(protocol) || hasTwoHosts(request))
      throw new AppError('malformed');
    if (hasLineBreak(originalUrl)) throw new AppError('not_found');
  });
}

function hasLineBreak(url: string): boolean {
  const [path = ''] = url.split('?');
  return lineBreaks.test(path);
}

/** Of two `Host` headers Node keeps the first, and a proxy in front may route by the second (RFC 9112, 3.2). */
function hasTwoHosts({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}

/** HTTP/1.0 knows no `Host`: some balancers ask so whether a server lives. */
function isOldHttp({ raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0';
}

function isHostName(host: string): boolean {
  return hosts.test(host) && URL.canParse(`http://${host}`);
}
