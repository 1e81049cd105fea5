import type { FastifyReply } from 'fastify';
import type { App } from './dependencies.ts';

/** What a browser obeys in a document alone: files of the build and answers of the API travel without. */
const documentHeaders = {
  // The payment widget opens the bank's page in a window and hears back from it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(self "https://api.razorpay.com"), browsing-topics=()',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers can be abused to break scripts: off.
  'x-xss-protection': '0',
} as const;

/** A file of the build never changes under its name: nothing of it is asked for again, or in parts. */
const headersOfChangingFiles = ['accept-ranges', 'etag', 'last-modified', 'x-request-id'];

/** A script or style opened by itself does nothing; where its own requests name the page, browsers do as we would ask. */
const FILE_POLICY = "default-src 'none'";

/** What every answer's policy for content begins with; the page of the API's description adds what it shows. */
export const contentPolicy: readonly string[] = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * The headers of every answer, as OWASP's Secure Headers project advises. Pages replace the policy for content with one of their own
 * for scripts and styles (see web.ts).
 */
const securityHeaders = {
  'content-security-policy': contentPolicy.join(';'),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

const securityHeadersOfDocuments = { ...securityHeaders, ...documentHeaders };

/** Sends the security headers with every answer. */
export function sendSecurityHeaders(app: App): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(url.startsWith('/api/') ? securityHeaders : securityHeadersOfDocuments);
  });
}

/** Headers that say nothing for a file of the build, which a slow line would wait for with each of them. */
export function keepFileHeadersShort(reply: FastifyReply): void {
  const useless = [...Object.keys(documentHeaders), ...headersOfChangingFiles, 'referrer-policy'];
  for (const name of useless) reply.removeHeader(name);
  reply.header('content-security-policy', FILE_POLICY);
}

/**
 * Lets caches store answers that are the same for every visitor and ask whether they changed. Other answers are stored nowhere. The language
 * changes every answer with a sentence, errors among them.
 */
export function sendCacheControl(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    const { isShared } = request.routeOptions.config;
    reply.header('cache-control', isShared ? 'public, no-cache' : 'no-store');
    reply.header('vary', 'Accept-Language');
  });
}
