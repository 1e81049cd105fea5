import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { VisitorBudget } from '../limits/budgets.ts';
import type { TokenReader } from '../sessions/tokens.ts';
import { anonymous, findSignedIn, type SignedIn, type Viewer } from '../sessions/viewer.ts';
import type { App, CoreDependencies } from './dependencies.ts';

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
    /** Not counted in a budget of the address before the handler: calls of machines, and forms with a budget of their own. */
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
  { db, tokens, limits, now, auditImpersonated }: PolicyDependencies,
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
    else await admitAnyone(request, config);
  });

  async function admitAnyone(request: FastifyRequest, { isUnmetered, budget, cost }: FastifyContextConfig) {
    const viewer = await findImpersonating(request);
    if (viewer !== undefined) await noteViewer(request, viewer);
    if (!isUnmetered) await limits.reserve(request, budget ?? 'api', points(cost));
    if (viewer !== undefined && !isRead(request)) throw new AppError('while_impersonating');
  }

  /** Notes who calls; before anything else for impersonated calls, so that those that are refused stand in the log too. */
  async function noteViewer(request: FastifyRequest, viewer: SignedIn) {
    viewers.set(request, viewer);
    if (viewer.impersonatorId !== null) await auditImpersonated(request);
  }

  async function admit(request: FastifyRequest, { policy, whileImpersonating, cost }: FastifyContextConfig) {
    const viewer = await identify(request);
    await noteViewer(request, viewer);
    // Of the account, over all its sessions: signing in again is no new budget.
    await limits.reserve(request, 'account', {
      subject: viewer.impersonatorId ?? viewer.userId,
      ...points(cost),
    });
    const mayBeViewed = isRead(request) && whileImpersonating !== 'refused';
    if (viewer.impersonatorId !== null && !mayBeViewed) throw new AppError('while_impersonating');
    assertPolicy(policy, viewer);
  }

  function assertPolicy(policy: Policy | undefined, viewer: SignedIn) {
    if (policy === 'access' && !viewer.hasAccess) throw new AppError('payment_required');
    if (policy === 'admin' && viewer.role !== 'admin') throw new AppError('forbidden');
  }

  async function identify(request: FastifyRequest): Promise<SignedIn> {
    const viewer = await findViewer(request);
    if (viewer === undefined) throw new AppError('unauthenticated');
    return viewer;
  }

  /** Other sessions are not looked up where each caller may call. */
  async function findImpersonating(request: FastifyRequest): Promise<SignedIn | undefined> {
    const token = tokenOf(request);
    const isImpersonating = token !== undefined && (await tokens.isImpersonating(token, now()));
    return isImpersonating ? findViewer(request) : undefined;
  }

  async function findViewer(request: FastifyRequest): Promise<SignedIn | undefined> {
    const token = tokenOf(request);
    const sessionId = token === undefined ? undefined : await tokens.read(token, now());
    if (sessionId === undefined) return undefined;
    const viewer = await findSignedIn(db, sessionId, now());
    return viewer === undefined ? undefined : { ...viewer, address: request.ip };
  }
}

function points(cost: number | undefined) {
  return cost === undefined ? {} : { points: cost };
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
