import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { App, CoreDependencies } from './dependencies.ts';
import type { VisitorBudget } from './limit-policies.ts';
import { anonymous, findSignedIn, type SignedIn, type Viewer } from './viewer.ts';

/**
 * Who may call a route. `open`: every caller, without a session check. `session`: every signed-in caller.
 * `access`: signed in, and paid where payment is required. `admin`: administrators.
 */
export type Policy = 'open' | 'session' | 'access' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy;
    /** Refused to an administrator who views the app as a teacher, although it only reads. Writes always are. */
    whileImpersonating?: 'refused';
    /** Not counted among an address's reads: what machines ask, not people. */
    isUnmetered?: boolean;
    /** The same for every visitor who reads one language, so a client may keep it and ask whether it changed. */
    isShared?: boolean;
    /** The budget that visitors' calls are counted in; that of the API unless another is named. */
    budget?: VisitorBudget;
    /** How many ordinary reads a call costs; one unless more is said. */
    cost?: number;
    /** What callers are told of the input of a route that checks its bytes by itself. */
    described?: { readonly body: z.ZodType; readonly headers: z.ZodType };
  }
}

/** Reads the session's id from a token; undefined for a token that is not valid. */
export interface TokenReader {
  readonly read: (token: string, now: Date) => Promise<string | undefined>;
}

interface PolicyDependencies extends CoreDependencies {
  readonly tokens: TokenReader;
  /** Writes a call to the audit log that an administrator makes while viewing the app as a teacher. */
  readonly auditImpersonated: (request: FastifyRequest) => Promise<void>;
}

const viewers = new WeakMap<FastifyRequest, Viewer>();
const noFields = z.strictObject({});

/** The body of a route that takes none. */
export const noBody = noFields.nullish();

/** Whether the call only reads, by its method. */
export function isRead({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Who makes this call, as the policy of its route found out. */
export function viewerOf(request: FastifyRequest): Viewer {
  return viewers.get(request) ?? anonymous;
}

/** Who makes this call, on a route whose policy requires a session. */
export function signedIn(request: FastifyRequest): SignedIn {
  const viewer = viewerOf(request);
  if (viewer.kind === 'anonymous') throw new AppError('unauthenticated');
  return viewer;
}

/**
 * Enforces the policy every route must declare, before anything of the call's body is read; and refuses the fields
 * that a route without a schema for them does not expect.
 */
export function enforcePolicies(
  app: App,
  { db, reads, tokens, limits, now, auditImpersonated }: PolicyDependencies,
): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.policy === undefined)
      throw new Error(`${route.method} ${route.url} declares no policy`);
    const security = route.config.policy === 'open' ? [] : [{ bearer: [] }];
    route.schema = { querystring: noFields, security, ...route.schema };
    if (route.method !== 'GET' && route.method !== 'HEAD') {
      route.schema = { body: noBody, ...route.schema };
    }
  });
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    if (config.policy !== undefined && config.policy !== 'open') await admit(request, config);
    else if (!config.isUnmetered) {
      await limits.read(request, { budget: config.budget ?? 'api' }, config.cost);
    }
  });

  async function admit(request: FastifyRequest, { policy, whileImpersonating, cost }: FastifyContextConfig) {
    const viewer = await identify(request);
    viewers.set(request, viewer);
    const isImpersonating = viewer.impersonatorId !== null;
    // Before anything else, so that calls that are refused stand in the log too.
    if (isImpersonating) await auditImpersonated(request);
    await limits.read(request, { sessionId: viewer.sessionId }, cost);
    const mayBeViewed = isRead(request) && whileImpersonating !== 'refused';
    if (isImpersonating && !mayBeViewed) throw new AppError('while_impersonating');
    assertPolicy(policy, viewer);
  }

  function assertPolicy(policy: Policy | undefined, viewer: SignedIn) {
    if (policy === 'access' && !viewer.hasAccess) throw new AppError('payment_required');
    if (policy === 'admin' && viewer.role !== 'admin') throw new AppError('forbidden');
  }

  async function identify(request: FastifyRequest): Promise<SignedIn> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const sessionId = token === undefined ? undefined : await tokens.read(token, now());
    const viewer =
      sessionId === undefined ? undefined : await findSignedIn(db, sessionId, now(), reads.hasReplica);
    if (viewer === undefined) throw new AppError('unauthenticated');
    return viewer;
  }
}
