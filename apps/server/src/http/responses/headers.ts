import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from './answers.ts';

/** Headers that browsers apply to documents only. Build files and API responses do not have them. */
const documentHeaders = {
  // The payment widget opens the bank's page in a window that sends messages back to the widget.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(self "https://api.razorpay.com"), browsing-topics=()',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  // Switched off: the XSS filter of old browsers can be abused to disable scripts.
  'x-xss-protection': '0',
} as const;

/** Headers that build files do not need: a hashed file never changes, so it is neither revalidated nor fetched in ranges. */
const headersOfChangingFiles = ['accept-ranges', 'etag', 'last-modified', 'x-request-id'];

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
  const useless = [...Object.keys(documentHeaders), ...headersOfChangingFiles, 'referrer-policy'];
  for (const name of useless) reply.removeHeader(name);
  reply.header('content-security-policy', FILE_POLICY);
}
