import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { v4 as randomId } from 'uuid';
import { auditShown } from './accounts/audit-shown.ts';
import { auditImpersonatedCall, auditRefusedCall } from './accounts/impersonation.ts';
import { authRoutes } from './accounts/registration/auth.routes.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import { officeRoutes } from './admin/agreements/office.routes.ts';
import { orderRoutes } from './admin/agreements/orders.routes.ts';
import { ruleRoutes } from './admin/rules/rules.routes.ts';
import { supportRoutes } from './admin/support.routes.ts';
import { agreementRoutes } from './agreements/agreements.routes.ts';
import { paperRoutes } from './agreements/papers/papers.routes.ts';
import { alertRoutes } from './alerts/alerts.routes.ts';
import { announcementRoutes } from './announcements/announcements.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import type { App, Dependencies } from './dependencies.ts';
import { beginCalls } from './http/begin-calls.ts';
import { boundConnections, connectionOptions } from './http/connections.ts';
import { describeApi, publishDescription } from './http/description/api-description.ts';
import { endConnectionsWhenClosing } from './http/graceful-close.ts';
import { healthRoutes } from './http/health.routes.ts';
import { logAccess } from './http/log/access-log.ts';
import { logOptions } from './http/log/log.ts';
import { measureCalls } from './http/log/measure-calls.ts';
import { enforcePolicies } from './http/policy.ts';
import { referenceRoutes } from './http/reference.routes.ts';
import { ignoreExpectations } from './http/refusals/malformed-requests.ts';
import { parseQuery } from './http/refusals/query-parameters.ts';
import { answerUnknownAddresses, refuseUnknownAddresses } from './http/refusals/unknown-addresses.ts';
import { answerBrokenCalls } from './http/refusals/unparsable-requests.ts';
import { answer, answerErrors, checkInput } from './http/responses/answers.ts';
import { compressAnswers } from './http/responses/compression.ts';
import { completeHeaders } from './http/responses/entity-tags.ts';
import { securityHeaders } from './http/responses/headers.ts';
import { describeIdempotencyKeys } from './http/turns/idempotency.ts';
import { showOfferWrites } from './http/turns/offer-writes.ts';
import { createTurns } from './http/turns/turns.ts';
import { accountRoutes } from './lifecycle/accounts.routes.ts';
import { blockRoutes } from './lifecycle/blocks.routes.ts';
import { matchRoutes } from './matches/matches.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { type Pages, servePages } from './pages/serve-pages.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { planRoutes } from './plans/plans.routes.ts';
import { isInScope } from './privacy/administrator-scope.queries.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { renewalRoutes } from './requests/renewals/renewals.routes.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { ringRoutes } from './rings/rings.routes.ts';
import { adminSeasonRoutes } from './seasons/admin-seasons.routes.ts';
import { roundRoutes } from './seasons/rounds.routes.ts';
import { seasonRoutes } from './seasons/seasons.routes.ts';
import { shareRoutes } from './shares/shares.routes.ts';

const BODY_LIMIT = 64 * 1_024;

/** Creates the whole product as one HTTP server that is not listening yet; without `pages`, the API only. */
export async function buildApp(dependencies: Dependencies, pages?: Pages): Promise<App> {
  const { config, log } = dependencies;
  const app: App = Fastify({
    bodyLimit: BODY_LIMIT,
    routerOptions: { querystringParser: parseQuery },
    ...connectionOptions,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomId(),
    logger: logOptions(config.logLevel, log),
    // Fastify runs no hooks for an invalid URL.
    frameworkErrors: (error, request, reply) => answer(error, request, reply.headers(securityHeaders)),
    clientErrorHandler: answerBrokenCalls,
  }).withTypeProvider<ZodTypeProvider>();

  app.setSerializerCompiler(serializerCompiler);
  app.decorate('dependencies', dependencies);
  app.decorate('turns', createTurns(config));
  beginCalls(app);
  boundConnections(app);
  ignoreExpectations(app);
  endConnectionsWhenClosing(app);
  app.addHook('onClose', dependencies.paperDesk.close);
  if (dependencies.metrics) measureCalls(app, dependencies.metrics);
  await completeHeaders(app);
  await compressAnswers(app);
  await app.register(fastifyCookie);
  checkInput(app);
  answerErrors(app);
  answerUnknownAddresses(app);
  app.register(async (api: App) => {
    refuseUnknownAddresses(api);
    await describeApi(api);
    enforcePolicies(api, dependencies, {
      auditImpersonated: (request, isRefused) => auditImpersonatedCall(dependencies, request, isRefused),
      auditRefused: (request) => auditRefusedCall(dependencies, request),
      isInScope: (viewer, concern, id) => isInScope(dependencies.db, viewer, concern, id),
    });
    describeIdempotencyKeys(api);
    showOfferWrites(api, dependencies);
    auditShown(api, dependencies);
    logAccess(api, dependencies);
    registerRoutes(api, dependencies);
    await publishDescription(api);
  });
  if (pages) await servePages(app, pages, dependencies);
  return app;
}

/** Registers the routes of every folder. */
function registerRoutes(api: App, dependencies: Dependencies): void {
  healthRoutes(api, dependencies);
  referenceRoutes(api);
  const registrations = [
    dashboardRoutes,
    authRoutes,
    accountRoutes,
    blockRoutes,
    requestRoutes,
    renewalRoutes,
    matchRoutes,
    ringRoutes,
    shareRoutes,
    alertRoutes,
    reportRoutes,
    announcementRoutes,
    noticeRoutes,
    agreementRoutes,
    paperRoutes,
    roundRoutes,
    seasonRoutes,
    adminSeasonRoutes,
    paymentRoutes,
    adminRoutes,
    officeRoutes,
    orderRoutes,
    supportRoutes,
    ruleRoutes,
    planRoutes,
  ];
  for (const routes of registrations) routes(api, dependencies);
}
