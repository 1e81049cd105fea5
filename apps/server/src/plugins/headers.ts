import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';
import type { App } from '../dependencies.ts';

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

/** Security headers on every answer. */
export async function sendSecurityHeaders(app: App): Promise<void> {
  const headers = { ...(await helmetHeaders()), 'permissions-policy': PERMISSIONS };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Helmet says the same at every call, and makes it anew each time, so it is asked once. */
async function helmetHeaders(): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(helmet, options);
  asked.get('/', (_request, reply) => reply.getHeaders());
  const answer = await asked.inject('/');
  await asked.close();
  return answer.json<Record<string, string>>();
}
