import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import fastifyStatic from '@fastify/static';
import {
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  preferredLanguage,
} from '@mutual-transfer/domain/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { App } from '../dependencies.ts';
import { referenceHash } from '../features/reference/reference.routes.ts';
import { StartupError } from '../startup-error.ts';

/** The one screen that may run the payment provider's script. */
const PAYMENT_PAGE = '/payment';

/** What the pages get to know of a call besides the request itself; the same shape stands in apps/web. */
interface AppContext {
  readonly language: Language;
  readonly nonce: string;
  readonly referenceHash: string;
  /** Asks this server's own API as the anonymous visitor, without leaving the process. */
  readonly api: (path: string) => Promise<{ status: number; body: unknown }>;
}

/** The built web application: React Router's server build, and the folder of what browsers download. */
export interface Pages {
  readonly build: ServerBuild;
  readonly clientFolder: string;
}

/** The build in apps/web. @throws {StartupError} when there is none. */
export async function loadPages(projectFolder: string): Promise<Pages> {
  const folder = join(projectFolder, 'apps/web/build');
  const build = (await import(join(folder, 'server/index.js')).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartupError('The pages are not built. Run npm start, which builds them.');
  })) as ServerBuild;
  return { build, clientFolder: join(folder, 'client') };
}

/** Serves the web application: its files as they are, and every other address through React Router. */
export async function servePages(app: App, { build, clientFolder }: Pages): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${join('/', 'assets', '/')}`);
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const handle = createRequestHandler(build, 'production');
  // The context's token lives in the bundle: an import of its source here would be another token.
  const { appContext } = build.entry.module as unknown as { appContext: RouterContext<AppContext> };
  await app.register(async (pages: App) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, _payload, done) => done(null));
    pages.all('/*', { schema: { hide: true } }, async (request, reply) => {
      const context = contextOf(app, request);
      const provider = new RouterContextProvider();
      provider.set(appContext, context);
      reply.header('content-security-policy', pagePolicy(context.nonce, request.url));
      return sendResponse(reply, await handle(toRequest(request), provider));
    });
  });
}

function contextOf(app: App, request: FastifyRequest): AppContext {
  const language = languageOfVisitor(request);
  return {
    language,
    nonce: randomBytes(16).toString('base64'),
    referenceHash,
    api: async (path) => {
      const headers = { 'accept-language': language };
      const response = await app.inject({ url: path, headers, remoteAddress: request.ip });
      return { status: response.statusCode, body: response.json() };
    },
  };
}

/** The language the visitor chose in the header, else the one their browser asks for. */
function languageOfVisitor(request: FastifyRequest): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1];
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers['accept-language']);
}

/** What the payment provider's widget needs; granted to the page that opens it, and to no other. */
const checkoutSources: Readonly<Record<string, string>> = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com',
  'connect-src': 'https://lumberjack.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
};

function pagePolicy(nonce: string, url: string): string {
  const [path] = url.split('?');
  const extra = path === PAYMENT_PAGE ? checkoutSources : {};
  const directives = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, sources, ...(extra[name] ? [extra[name]] : [])].join(' '))
    .join('; ');
}

function toRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(new URL(request.originalUrl, `${request.protocol}://${request.host || 'localhost'}`), {
    method: request.method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
  } as RequestInit);
}

function sendResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.headers.has('cache-control')) reply.header('cache-control', 'no-cache');
  reply.header('vary', 'Accept-Language, Cookie');
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>) : null);
}
