import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import type { VisitorBudget } from '../platform/budgets.ts';
import { AppError } from '../platform/errors.ts';
import { findSignedIn, type RowConcern, type SignedIn, type Viewer } from '../platform/sessions.ts';

/**
 * Callers that a route admits. `open`: every caller, without a session check. `session`: every signed-in caller. `access`: signed-in
 * callers who have paid where payment is required, except administrators of districts, who may only see teachers posted there. `state`:
 * administrators of the state. `district`: administrators of the state, and administrators of districts for rows that the route's
 * `concerns` allows.
 */
export type Policy = 'open' | 'session' | 'access' | 'state' | 'district';

/**
 * Limits administrators of districts on routes with the policy `district`. A noun: the row named by the path's `:id` must lie in their
 * districts. `rows`: the handler reads and changes only rows in their districts. `self`: the route concerns only the caller.
 */
export type Concern = RowConcern | 'rows' | 'self';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, as determined by the policy of the route. */
    viewer: Viewer;
  }
  interface FastifyContextConfig {
    policy?: Policy;
    /** Required by the policy `district`. */
    concerns?: Concern;
    /** Refuses reads to an administrator who views the app as a teacher. Writes are always refused. */
    whileImpersonating?: 'refused';
    /**
     * Admits administrators who have not set up their sign-in: `always` before they replaced a first password too, `factor` once only the
     * second factor is missing.
     */
    duringSetUp?: 'always' | 'factor';
    /** Exempts a route from the read budget: calls of machines, and forms of visitors that have budgets of their own. */
    isUnmetered?: 'machine' | 'form';
    /** The response is the same for every visitor of one language, so clients may cache and revalidate it. */
    isShared?: boolean;
    /** Budget in which calls of visitors count. Defaults to `api`. */
    budget?: VisitorBudget;
    /** Points of a call in its budget. Defaults to 1, an ordinary read. */
    cost?: number;
    /** Documented input of a route that validates its body itself, from the raw bytes. */
    described?: { body: z.ZodType; headers: z.ZodType };
  }
}

/** Functions of folders above this one. */
interface PolicyActions {
  /** Writes an audit entry for a call that an administrator makes while viewing the app as a teacher. */
  auditImpersonated: (request: FastifyRequest, isRefused: boolean) => Promise<void>;
  /** Returns false if the row exists and lies outside the districts of the administrator. */
  isInScope: (viewer: SignedIn, concern: RowConcern, id: string) => Promise<boolean>;
}

const noFields = z.strictObject({});
const byId = z.object({ id: z.uuid() });

/** Schema of an absent body. */
export const noBody = noFields.nullish();

/** Returns true for a read, by the method of the call. */
export function isRead({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the caller of a route whose policy requires a session. */
export function signedIn(request: FastifyRequest): SignedIn {
  const { viewer } = request;
  if (viewer.kind === 'anonymous') throw new AppError('unauthenticated');
  return viewer;
}

/**
 * Enforces the policy that every route must declare, before the body is read. Refuses fields of the body, query and path for which a
 * route has no schema.
 */
export function enforcePolicies(
  app: App,
  dependencies: Dependencies,
  { auditImpersonated, isInScope }: PolicyActions,
): void {
  const { limits, config } = dependencies;
  app.addHook('onRoute', completeRoute);
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    if (config.policy !== undefined && config.policy !== 'open') await admit(request, config);
    else await admitAnyone(request, config);
  });

  async function admitAnyone(request: FastifyRequest, { isUnmetered, budget, cost }: FastifyContextConfig) {
    const viewer = await findImpersonating(dependencies, request);
    if (viewer !== undefined) await storeViewer(request, viewer);
    if (!isUnmetered)
      await limits.reserve(request, budget ?? 'api', cost === undefined ? {} : { points: cost });
    if (viewer !== undefined && !isRead(request)) throw new AppError('while_impersonating');
  }

  async function admit(
    request: FastifyRequest,
    { policy, concerns, whileImpersonating, duringSetUp, cost }: FastifyContextConfig,
  ) {
    const viewer = await findViewer(dependencies, request);
    if (viewer === undefined) throw new AppError('unauthenticated');
    await storeViewer(request, viewer);
    // Per account, not per session: another login does not start a new budget.
    await limits.reserve(request, 'account', {
      subject: viewer.impersonatorId ?? viewer.userId,
      points: cost ?? pointsOfRows(request.query),
    });
    if (viewer.impersonatorId !== null) assertViewable(request, whileImpersonating);
    assertPolicy(policy, viewer);
    assertSetUp(viewer, { duringSetUp, demandsFactor: config.mode === 'production' });
    if (viewer.administers === null) return;
    if (!(await mayDistrict(viewer, { policy, concerns }, request.params, isInScope))) {
      throw new AppError('forbidden', {
        message: policy === 'district' ? 'forbidden.elsewhere' : 'forbidden.state',
      });
    }
  }

  /** Stores the caller. Writes the audit entry of an impersonated call before the call can be refused. */
  async function storeViewer(request: FastifyRequest, viewer: SignedIn) {
    request.viewer = viewer;
    if (viewer.impersonatorId === null) return;
    await auditImpersonated(request, isRefusedWhileImpersonating(request));
  }
}

/** Returns true for a call that is refused to every administrator who views the app as a teacher. */
function isRefusedWhileImpersonating(request: FastifyRequest): boolean {
  const { policy, whileImpersonating } = request.routeOptions.config;
  return !isRead(request) || whileImpersonating === 'refused' || policy === 'state' || policy === 'district';
}

/** Refuses calls that an administrator may not make while viewing the app as a teacher. @throws {AppError} `while_impersonating`. */
function assertViewable(
  request: FastifyRequest,
  whileImpersonating: FastifyContextConfig['whileImpersonating'],
): void {
  if (!isRead(request) || whileImpersonating === 'refused') throw new AppError('while_impersonating');
}

/** Adds the security of the route's policy and empty schemas to a route. @throws if the route does not declare its policy. */
function completeRoute(route: RouteOptions): void {
  const { policy, concerns } = route.config ?? {};
  if (policy === undefined) throw new Error(`${route.method} ${route.url} declares no policy`);
  if (policy === 'district' && concerns === undefined)
    throw new Error(`${route.method} ${route.url} does not say what it concerns`);
  const security = policy === 'open' ? [] : [{ bearer: [] }];
  route.schema = { querystring: noFields, security, ...route.schema };
  if (!isRead({ method: String(route.method) })) route.schema = { body: noBody, ...route.schema };
}

/** Returns the viewer of an impersonating session. On open routes other sessions are not looked up. */
async function findImpersonating(
  dependencies: Dependencies,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const token = tokenOf(request);
  const isImpersonating =
    token !== undefined && (await dependencies.tokens.isImpersonating(token, dependencies.now()));
  return isImpersonating ? findViewer(dependencies, request) : undefined;
}

async function findViewer(
  { db, tokens, now }: Dependencies,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const token = tokenOf(request);
  const sessionId = token === undefined ? undefined : await tokens.read(token, now());
  if (sessionId === undefined) return undefined;
  const viewer = await findSignedIn(db, sessionId, now());
  return viewer === undefined ? undefined : { ...viewer, address: request.ip };
}

/** Returns true if an administrator of districts may make the call. */
async function mayDistrict(
  viewer: SignedIn,
  { policy, concerns = 'rows' }: FastifyContextConfig,
  params: unknown,
  isInScope: PolicyActions['isInScope'],
): Promise<boolean> {
  if (policy === 'session') return true;
  if (policy !== 'district') return false;
  if (concerns === 'rows' || concerns === 'self') return true;
  // The schema refuses an invalid id later.
  const id = byId.safeParse(params);
  return !id.success || isInScope(viewer, concerns, id.data.id);
}

/** Refuses signed-in callers without access, and teachers on administrators' routes. @throws {AppError} `payment_required`, `forbidden`. */
function assertPolicy(policy: Policy | undefined, viewer: SignedIn): void {
  if (policy === 'access' && !viewer.hasAccess) throw new AppError('payment_required');
  if ((policy === 'state' || policy === 'district') && viewer.role !== 'admin')
    throw new AppError('forbidden');
}

/** @throws {AppError} `password_change_needed`, `factor_needed` for an administrator who must set up the sign-in first. */
function assertSetUp(
  viewer: SignedIn,
  { duringSetUp, demandsFactor }: Pick<FastifyContextConfig, 'duringSetUp'> & { demandsFactor: boolean },
): void {
  if (viewer.role !== 'admin' || duringSetUp === 'always') return;
  if (viewer.isPasswordTemporary) throw new AppError('password_change_needed');
  const isOfState = viewer.administers === null;
  if (demandsFactor && isOfState && !viewer.hasSecondFactor && duringSetUp !== 'factor')
    throw new AppError('factor_needed');
}

const ROWS_A_POINT = 10;

/** Returns the points of a list by the number of rows that it asks for. Other calls cost one point. */
function pointsOfRows(query: unknown): number {
  const { limit } = query as { limit?: unknown };
  const rows = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : 1;
  return Math.max(1, Math.ceil(rows / ROWS_A_POINT));
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
