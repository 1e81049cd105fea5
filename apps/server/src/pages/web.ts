import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import {
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  preferredLanguage,
} from '@mutual-transfer/domain/language/language';
import { type AppContext, isPublicListPath, pagePaths } from '@mutual-transfer/domain/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { Reader } from '../database/read-database.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { keepFileHeadersShort } from '../http/headers.ts';
import { referenceHash } from '../http/reference.routes.ts';
import { readerAt } from '../http/slow-questions.ts';
import { Lane } from '../limits/concurrency-queue.ts';
import { anonymous } from '../sessions/viewer.ts';
import { StartupError } from '../startup-error.ts';
import { PageCache, type PageEncoding, pageEncodings, RenderedPage } from './page-cache.ts';

const HTML = 'text/html; charset=utf-8';
const PAGES_WAITING = 200;
/** The service worker fetches pages and files of this server; a browser holds it to the policy of its own file. */
const SERVICE_WORKER = join('/', 'service-worker.js');
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const PAGE_VARIES = 'Accept-Language, Cookie';
/** Where no `PUBLIC_URL` is configured, a page may name the host that its reader asked: no cache keeps it for another one. */
const PRIVATE = 'private, no-cache';

/** The context of one call, and whether the API refused any of it. */
interface CallContext extends AppContext {
  readonly isPartial: () => boolean;
}

interface PageDependencies extends Pick<CoreDependencies, 'limits' | 'config'> {
  readonly graph: {
    /** Takes in what was written through this process. @returns undefined where it is not known what is committed. */
    readonly indexesFor: (reader: Reader) => Promise<object | undefined>;
    /** Grows whenever this process has read committed changes. */
    readonly changes: { readonly number: () => number };
  };
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
export async function servePages(
  app: App,
  { build, clientFolder }: Pages,
  { limits, config, graph }: PageDependencies,
): Promise<void> {
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
      if (isHashed) keepFileHeadersShort(reply);
      // Its compressed copies too.
      if (path.includes(SERVICE_WORKER)) reply.header('content-security-policy', WORKER_POLICY);
    },
  });
  const handle = createRequestHandler(build, 'production');
  // The context's token lives in the bundle: an import of its source here would be another token.
  const { appContext } = build.entry.module as unknown as { appContext: RouterContext<AppContext> };
  await app.register(async (pages: App) => {
    const cache = new PageCache();
    // Rendering holds the thread that answers: between two pages it is free for others, for whom one turn is seldom enough.
    const lane = new Lane({ atOnce: 1, waitingAtMost: PAGES_WAITING, leavesThread: true });
    const answer = async (request: FastifyRequest) => {
      const context = contextOf(app, request);
      const provider = new RouterContextProvider();
      provider.set(appContext, context);
      return { context, response: await handle(toRequest(request, config.publicUrl), provider) };
    };
    pages.route({ method: ['GET', 'HEAD'], url: '/*', handler: sendAnyPage });

    async function sendAnyPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      await limits.reserve(request, 'page');
      if (isPublicList(request)) {
        const render = () => lane.run(readerAt(request), () => renderPage(request, answer));
        const changes = await changesKnown(graph);
        return sendPage(reply, await sharedPage({ cache, changes, render }, request), request);
      }
      const { context, response } = await lane.run(readerAt(request), () => answer(request));
      reply.header('content-security-policy', pagePolicy(context.nonce, request.url));
      return sendResponse(reply, response);
    }
  });
}

function contextOf(app: App, request: FastifyRequest): CallContext {
  const language = languageOfVisitor(request);
  let isPartial = false;
  return {
    language,
    nonce: randomBytes(16).toString('base64'),
    referenceHash,
    api: async (path) => {
      const headers = { 'accept-language': language };
      const response = await app.inject({ url: path, headers, remoteAddress: request.ip });
      isPartial ||= response.statusCode !== 200;
      return { status: response.statusCode, body: response.json() };
    },
    isPartial: () => isPartial,
  };
}

/** The language the visitor chose, kept in a cookie, else the one their browser asks for. */
function languageOfVisitor(request: FastifyRequest): Language {
  const chosen = request.cookies[LANGUAGE_COOKIE];
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers['accept-language']);
}

/** The public list is the same for everybody who reads one language: who is signed in is known to the browser alone. */
function isPublicList({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return method === 'GET' && isPublicListPath(path);
}

type Answer = (request: FastifyRequest) => Promise<{ context: CallContext; response: Response }>;

/** How far this process knows what is committed, with all that was written through it; undefined where it does not. */
async function changesKnown({ indexesFor, changes }: PageDependencies['graph']): Promise<number | undefined> {
  return (await indexesFor(anonymous)) && changes.number();
}

interface SharedPages {
  readonly cache: PageCache;
  readonly changes: number | undefined;
  readonly render: () => Promise<Rendered>;
}

/**
 * The page that all share until something changes, or for about a second, its nonce among the rest: a script that could use a nonce known to
 * others would already have to write into the page that all share. One of which part could not be had, by a limit of this visitor's own, is
 * theirs alone.
 */
async function sharedPage(
  { cache, changes, render }: SharedPages,
  request: FastifyRequest,
): Promise<RenderedPage> {
  let own: RenderedPage | undefined;
  const shared = await cache.get(`${languageOfVisitor(request)} ${request.url}`, changes, async () => {
    const { page, isForAll } = await render();
    own = page;
    return isForAll ? page : undefined;
  });
  return shared ?? own ?? (await render()).page;
}

interface Rendered {
  readonly page: RenderedPage;
  readonly isForAll: boolean;
}

async function renderPage(request: FastifyRequest, answer: Answer): Promise<Rendered> {
  const { context, response } = await answer(request);
  const body = Buffer.from(await response.arrayBuffer());
  const policy = pagePolicy(context.nonce, request.url);
  const link = response.headers.get('link') ?? '';
  const headers = { 'content-type': HTML, 'content-security-policy': policy, link };
  const page = new RenderedPage(response.status, headers, body);
  return { page, isForAll: response.status === 200 && !context.isPartial() };
}

async function sendPage(
  reply: FastifyReply,
  page: RenderedPage,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const accepted = negotiate(request.headers['accept-encoding'] ?? '', [
    ...pageEncodings,
  ]) as PageEncoding | null;
  const encoding = accepted ?? 'identity';
  reply
    .code(page.status)
    .headers({ ...page.headers, 'cache-control': 'no-cache', vary: `${PAGE_VARIES}, Accept-Encoding` });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await page.in(encoding));
}

/** What the payment provider's widget needs; granted to the page that opens it, and to no other. */
const checkoutSources: Readonly<Record<string, string>> = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com',
  'connect-src': 'https://lumberjack.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
};

function pagePolicy(nonce: string, url: string): string {
  const [path = ''] = url.split('?');
  const extra = path.toLowerCase().replace(/\/+$/, '') === pagePaths.payment ? checkoutSources : {};
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

/** The call as the pages read it, at the configured address of the product, whatever host its caller named. */
function toRequest(request: FastifyRequest, publicUrl: string | undefined): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  const origin = new URL(publicUrl ?? `${request.protocol}://${request.host || 'localhost'}`).origin;
  return new Request(`${origin}${request.originalUrl}`, { method: request.method, headers });
}

function sendResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.headers.has('cache-control')) reply.header('cache-control', PRIVATE);
  reply.header('vary', PAGE_VARIES);
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>) : null);
}
