import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { App } from './dependencies.ts';

/** Pages set a policy of their own for scripts and styles (see web.ts). */
const options: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  // The payment widget opens the bank's page in a window and hears back from it.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
};

const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(self "https://api.razorpay.com"), browsing-topics=()';

/** Security headers on every answer. Helmet says the same each time, and makes it anew, so it is asked at the first one. */
export async function sendSecurityHeaders(app: App): Promise<void> {
  await app.register(helmet, { ...options, global: false });
  let headers: Record<string, string> | undefined;
  app.addHook('onRequest', async (_request, reply) => {
    headers ??= { ...(await helmetHeaders(reply)), 'permissions-policy': PERMISSIONS };
    reply.headers(headers);
  });
}

async function helmetHeaders(reply: FastifyReply): Promise<Record<string, string>> {
  const before = reply.getHeaders();
  await reply.helmet();
  const added = Object.entries(reply.getHeaders()).filter(([name]) => !Object.hasOwn(before, name));
  return Object.fromEntries(added.map(([name, value]) => [name, String(value)]));
}
