import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import {
  allLanguages,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  preferredLanguage,
} from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import {
  type AppContext,
  isPlainPath,
  isPublicListPath,
  languageOfLink,
  type PrivacyFacts,
  pagePaths,
} from '@mutual-transfer/domain/pages';
import { recordKeys } from '@mutual-transfer/domain/record-names';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { App, Dependencies } from '../dependencies.ts';
import { referenceHash } from '../http/reference.routes.ts';
import { givenUrl } from '../http/refusals.ts';
import { keepFileHeadersShort } from '../http/response-headers.ts';
import { readerAt } from '../http/turns.ts';
import { ConcurrencyQueue } from '../platform/concurrency-queue.ts';
import type { Config } from '../platform/config.ts';
import { codeOf, StartupError } from '../platform/database/startup-error.ts';
import { configuredSupport, readSupport } from '../platform/support.ts';
import { machineFiles } from './machine-files.ts';
import { PageCache, type PageEncoding, pageEncodings, RenderedPage } from './page-cache.ts';
import { answerWithPage } from './wait-page.ts';

const HTML = 'text/html; charset=utf-8';
/** Bounds the memory of waiting calls. The people behind one address, who are one reader, may fill an eighth. */
const PAGES_WAITING = 4_000;
/** Path of the service worker, which fetches pages and files of this server. Browsers apply the policy of the worker's own file to it. */
const SERVICE_WORKER = join('/', 'service-worker.js');
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const PAGE_VARIES = 'Accept-Language, Cookie';
/** `Cache-Control` of pages if `PUBLIC_URL` is not configured: a page may contain the requested host, so no shared cache may store it. */
const PRIVATE = 'private, no-cache';

/** Context of one call. `isPartial` returns true if the API refused a part of the page. */
interface CallContext extends AppContext {
  isPartial: () => boolean;
}

/** Exports of the bundled `entry.server.tsx`. */
interface PageEntry {
  createRequestHandler: typeof createRequestHandler;
  createContext: (visit: AppContext) => RouterContextProvider;
}

/** The web application: built (`loadPages`), or served by Vite during development (`developPages`). */
export interface Pages {
  mode: 'production' | 'development';
  /** Serves the files of the browser. @returns a function that loads React Router's server build. */
  open: (app: App) => Promise<() => Promise<ServerBuild>>;
}

/** Loads the build of apps/web. @throws {StartupError} if there is none. */
export async function loadPages(projectFolder: string): Promise<Pages> {
  const folder = join(projectFolder, 'apps/web/build');
  // React Router's build exports this type, but the path is known at run time only.
  const build = (await import(join(folder, 'server/index.js')).catch((cause: unknown) => {
    if (codeOf(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartupError('The pages are not built. Run npm run build.');
  })) as ServerBuild;
  return {
    mode: 'production',
    open: async (app) => {
      await serveFiles(app, join(folder, 'client'));
      return async () => build;
    },
  };
}

async function serveFiles(app: App, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
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
      // The path may have a suffix of a precompressed copy, such as `.br`.
      if (path.includes(SERVICE_WORKER)) reply.header('content-security-policy', WORKER_POLICY);
    },
  });
}

/** Serves the web application: its files as they are, and every other path through React Router. */
export async function servePages(app: App, { mode, open }: Pages, dependencies: Dependencies): Promise<void> {
  const { limits, config, graph } = dependencies;
  const loadBuild = await open(app);
  await app.register(async (pages: App) => {
    const cache = new PageCache();
    // Rendering blocks the thread. The queue pauses between two pages, so that other calls can run.
    const queue = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: PAGES_WAITING, yieldsThread: true });
    const answer = async (request: FastifyRequest, url = request.originalUrl) => {
      const context = await contextOf(app, dependencies, request);
      const call = toRequest(request, url, config.publicUrl);
      const build = await loadBuild();
      // The type of a build lacks the names that an entry exports in addition to React Router's own.
      const entry = build.entry.module as unknown as PageEntry;
      const handle = entry.createRequestHandler(build, mode);
      return { context, response: await handle(call, entry.createContext(context)) };
    };
    pages.setErrorHandler(answerWithPage);
    pages.route({ method: ['GET', 'HEAD'], url: '/*', handler: sendAnyPage });
    machineFiles(pages, dependencies);

    async function sendAnyPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      await limits.reserve(request, 'page');
      const [path = '', query] = request.url.split('?');
      const isPlain = isPlainPath(path);
      if (mode === 'production' && request.method === 'GET' && (isPlain || isPublicListPath(path))) {
        // Others wait for the page too, so it does not wait behind the calls of one address.
        const reader = query === undefined ? path : readerAt(request);
        const inTurn = <Result>(work: () => Promise<Result>) => queue.run(reader, work);
        const inOwnTurn = <Result>(work: () => Promise<Result>) => queue.run(readerAt(request), work);
        const version = isPlain ? JSON.stringify(await supportOf(dependencies)) : graph.version();
        const shared = { cache, version, inTurn, inOwnTurn, render: () => renderPage(request, answer) };
        return sendPage(reply, await sharedPage(shared, request), request);
      }
      const { context, response } = await queue.run(readerAt(request), () => answer(request));
      reply.header('content-security-policy', pagePolicy(context.nonce, request.url));
      return sendResponse(reply, response);
    }
  });
}

async function contextOf(
  app: App,
  dependencies: Dependencies,
  request: FastifyRequest,
): Promise<CallContext> {
  const language = languageOfVisitor(request);
  const { operator, supportEmail } = await supportOf(dependencies);
  let isPartial = false;
  return {
    language,
    nonce: randomBytes(16).toString('base64'),
    referenceHash,
    operator: { ...operator, email: supportEmail },
    privacy: privacyFacts(dependencies.config),
    tooOld: allLanguages().map((one) => ({ language: one, text: messagesIn(one)('page.tooOld') })),
    api: async (path) => {
      const { cookie = '' } = request.headers;
      const headers = { 'accept-language': language, cookie };
      const response = await app.inject({ url: path, headers, remoteAddress: request.ip });
      isPartial ||= response.statusCode !== 200;
      return { status: response.statusCode, body: response.json() };
    },
    isPartial: () => isPartial,
  };
}

/** Returns who runs the product. A page that reads nothing else opens without the database too. */
function supportOf({ db, config }: Dependencies) {
  return readSupport(db, config).catch(() => configuredSupport(config));
}

function privacyFacts({ razorpay, msg91, smtp, push, sealedRecordsKey }: Config): PrivacyFacts {
  const configured = { payment: razorpay, sms: msg91, mail: smtp, push };
  const receivers = recordKeys(configured).filter((receiver) => configured[receiver] !== undefined);
  return { receivers, sealsRecords: sealedRecordsKey !== undefined };
}

/** Returns the language of a shared link, otherwise the visitor's from the cookie, or else from `Accept-Language`. */
function languageOfVisitor(request: FastifyRequest): Language {
  const [path = ''] = request.url.split('?');
  const ofLink = languageOfLink(path);
  if (ofLink !== undefined) return ofLink;
  const chosen = request.cookies[LANGUAGE_COOKIE];
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers['accept-language']);
}

type Answer = (request: FastifyRequest, url: string) => Promise<{ context: CallContext; response: Response }>;

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface SharedPages {
  cache: PageCache;
  version: string | undefined;
  /** Runs the rendering for all visitors in the page's turn. */
  inTurn: InTurn;
  /** Runs a rendering for this visitor alone in the turn of their address, so that it delays none for all. */
  inOwnTurn: InTurn;
  render: () => Promise<Rendered>;
}

/**
 * Returns the page that all visitors share until something changes, or for about a second. They also share its nonce, which is safe: only a
 * script that is already in the shared page could use it. A page is not shared if the limits of this visitor refused a part of it.
 */
async function sharedPage(
  { cache, version, inTurn, inOwnTurn, render }: SharedPages,
  request: FastifyRequest,
): Promise<RenderedPage> {
  let own: RenderedPage | undefined;
  const renderOnce = async () => {
    const { page, isForAll } = await render();
    own = page;
    return isForAll ? page : undefined;
  };
  const key = `${languageOfVisitor(request)} ${givenUrl(request)}`;
  const shared = await cache.get(key, version, renderOnce, inTurn);
  return shared ?? own ?? (await inOwnTurn(render)).page;
}

interface Rendered {
  page: RenderedPage;
  isForAll: boolean;
}

async function renderPage(request: FastifyRequest, answer: Answer): Promise<Rendered> {
  const { context, response } = await answer(request, givenUrl(request));
  const body = Buffer.from(await response.arrayBuffer());
  const policy = pagePolicy(context.nonce, request.url);
  const headers = {
    'content-type': HTML,
    'content-security-policy': policy,
    link: response.headers.get('link') ?? '',
  };
  const page = new RenderedPage(response.status, headers, body);
  return { page, isForAll: response.status === 200 && !context.isPartial() };
}

async function sendPage(
  reply: FastifyReply,
  page: RenderedPage,
  request: FastifyRequest,
): Promise<FastifyReply> {
  // `negotiate` returns one of the given encodings, but its type widens them to strings.
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

/** Content sources of the payment provider's widget, which only the payment page allows. */
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

/** Returns the call as a `Request` for React Router, with the configured public URL regardless of the `Host` that the caller sent. */
function toRequest(request: FastifyRequest, url: string, publicUrl: string | undefined): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  const origin = new URL(publicUrl ?? `${request.protocol}://${request.host || 'localhost'}`).origin;
  return new Request(`${origin}${url}`, { method: request.method, headers });
}

function sendResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.headers.has('cache-control')) reply.header('cache-control', PRIVATE);
  reply.header('vary', PAGE_VARIES);
  // Node's stream type differs from the browser's stream type, which `Response` declares.
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>) : null);
}
