import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import etag from '@fastify/etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../dependencies.ts';
import type { Quota } from '../platform/limits.ts';
import { REQUEST_ID_HEADER } from './answers.ts';
import { isRead } from './policy.ts';

/** Headers that browsers apply to documents only. Build files and API responses do not have them. */
const documentHeaders = {
  // The payment widget opens the bank's page in a window that sends messages back to the widget.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  // Switched off: the XSS filter of old browsers can be abused to disable scripts.
  'x-xss-protection': '0',
} as const;

/** Headers that build files do not need: a hashed file never changes, so it is neither revalidated nor fetched in ranges. */
const headersOfChangingFiles = ['accept-ranges', 'etag', 'last-modified', 'x-request-id'];

/** Headers that browsers apply to pages and workers alone. */
const headersOfPages = ['permissions-policy', 'referrer-policy'];

/**
 * Content security policy of build files, which makes a script or style that is opened as a document inert. Their referrer policy is the
 * browser's default.
 */
const FILE_POLICY = "default-src 'none'";

/** Start of the content security policy of every response. The API documentation page adds its own sources. */
export const contentPolicy: readonly string[] = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * Headers of every response, as recommended by the OWASP Secure Headers Project. Pages replace this content security policy with one that
 * allows their scripts and styles (see `pages/serve-pages.ts`).
 */
export const securityHeaders = {
  'content-security-policy': contentPolicy.join(';'),
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(self "https://api.razorpay.com"), browsing-topics=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

const securityHeadersOfDocuments = { ...securityHeaders, ...documentHeaders };

/**
 * Sets the headers that every response has. Caches may store and revalidate responses of the API that are the same for every visitor, and
 * no others. Responses of the API vary by language, because every sentence in them, including errors, depends on it.
 */
export function setHeaders({ id, url, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const isApi = url.startsWith('/api/');
  reply.header(REQUEST_ID_HEADER, id).headers(isApi ? securityHeaders : securityHeadersOfDocuments);
  if (!isApi) return;
  reply.header('cache-control', routeOptions.config?.isShared ? 'public, no-cache' : 'no-store');
  reply.header('vary', 'Accept-Language');
}

/** Removes headers that have no meaning for build files, since each header costs time on a slow connection. */
export function keepFileHeadersShort(reply: FastifyReply): void {
  const useless = [...Object.keys(documentHeaders), ...headersOfChangingFiles, ...headersOfPages];
  for (const name of useless) reply.removeHeader(name);
  reply.header('content-security-policy', FILE_POLICY);
}

const FIRST_ERROR = 400;
const successes = new Set([200, 201]);

/**
 * Completes the headers of each response: `ETag`, and the remainders of budgets. Register it before compression, which turns the payload
 * into a stream.
 */
export async function completeHeaders(app: App): Promise<void> {
  await app.register(etag, { weak: true });
  app.addHook('onSend', async (request, reply) => {
    setEntityTag(request, reply);
    if (request.url.startsWith('/api/')) setRateLimits(request, reply);
  });
}

/**
 * Keeps the weak `ETag` of the content (RFC 9110, 8.8.3), with which a client that has the content gets 304, for responses to `GET` and
 * `HEAD` that are neither errors nor files; a client would take the tag of a response to a change for the one that `If-Match` compares.
 * Replaces it by the tag of the owner's values where there is one. The content also changes with actions of others, so such a response is
 * not revalidated.
 */
function setEntityTag(request: FastifyRequest, reply: FastifyReply): void {
  const isFile = String(reply.getHeader('content-disposition') ?? '').startsWith('attachment');
  if (!isRead(request) || reply.statusCode >= FIRST_ERROR || isFile) reply.removeHeader('etag');
  if (request.ownerTag !== undefined && successes.has(reply.statusCode))
    reply.header('etag', request.ownerTag);
}

/** Minimum size in bytes of a response that is worth compressing. */
const THRESHOLD = 1_024;
/** Brotli quality 4: costs about as much as gzip, and the result is a fifth smaller. Build files are precompressed at maximum quality. */
const QUALITY = 4;
/**
 * Size in bytes up to which a response is compressed in one call. A stream per response costs the thread more than compressing a page of a
 * list, which takes at most 1 ms.
 */
const SYNC_THRESHOLD = 32_768;

/** Compresses pages and lists for slow connections. Never decompresses a request body. */
export async function compressAnswers(app: App): Promise<void> {
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: THRESHOLD,
    syncThreshold: SYNC_THRESHOLD,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } },
  });
}

/**
 * Sends the remainder of each budget, so that a client can slow down before it is refused. The headers are `RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11.
 */
function setRateLimits({ quotas }: FastifyRequest, reply: FastifyReply): void {
  if (quotas.size === 0) return;
  reply.header('ratelimit-policy', [...quotas.values()].map(policyItem).join(', '));
  reply.header('ratelimit', [...quotas.values()].map(quotaItem).join(', '));
}

function policyItem({ policy, quota, window }: Quota): string {
  return `"${policy}";q=${quota};w=${window}`;
}

function quotaItem({ policy, remaining, milliseconds }: Quota): string {
  return `"${policy}";r=${Math.max(0, remaining)};t=${Math.max(0, Math.ceil(milliseconds / 1_000))}`;
}
