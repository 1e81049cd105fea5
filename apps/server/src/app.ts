import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { v4 as randomId } from 'uuid';
import { accountRoutes, blockRoutes } from './account/account.routes.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import { officeRoutes } from './admin/agreements/office.routes.ts';
import { exclusionRoutes } from './admin/exclusions.routes.ts';
import { objectionRoutes } from './admin/objections.ts';
import { ruleRoutes } from './admin/rules.ts';
import { supportRoutes } from './admin/support.routes.ts';
import { agreementRoutes } from './agreements/agreements.routes.ts';
import { paperRoutes } from './agreements/papers/papers.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import type { App, Dependencies } from './dependencies.ts';
import { logAccess } from './http/access-log.ts';
import { answer, answerErrors, checkInput } from './http/answers.ts';
import { beginCalls } from './http/begin-calls.ts';
import { recogniseBrowsers } from './http/browsers.ts';
import { boundConnections, connectionOptions, endConnectionsWhenClosing } from './http/connections.ts';
import { healthRoutes } from './http/health.routes.ts';
import { describeIdempotencyKeys } from './http/idempotency.ts';
import { logOptions, measureCalls } from './http/log.ts';
import { describeApi, publishDescription } from './http/openapi.ts';
import { enforcePolicies } from './http/policy.ts';
import { referenceRoutes } from './http/reference.routes.ts';
import {
  answerBrokenCalls,
  answerUnknownAddresses,
  ignoreExpectations,
  parseQuery,
  refuseUnknownAddresses,
} from './http/refusals.ts';
import { completeHeaders, compressAnswers, securityHeaders } from './http/response-headers.ts';
import { createTurns, showOfferWrites } from './http/turns.ts';
import { alertRoutes } from './inbox/alerts.routes.ts';
import { announcementRoutes } from './inbox/announcements.routes.ts';
import { complaintRoutes } from './inbox/complaints.ts';
import { leakRoutes } from './inbox/leaks.routes.ts';
import { reportRoutes } from './inbox/reports.ts';
import { matchRoutes } from './matching/matches.routes.ts';
import { planRoutes } from './matching/plans/plans.routes.ts';
import { ringRoutes } from './matching/rings.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { type Pages, servePages } from './pages/serve-pages.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { isInScope } from './people/administrator-scope.ts';
import { auditAnswers, auditImpersonatedCall } from './people/audit.ts';
import { renewalRoutes } from './requests/renewals.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { roundRoutes } from './seasons/rounds.routes.ts';
import { adminSeasonRoutes, seasonRoutes } from './seasons/seasons.routes.ts';
import { shareRoutes } from './sign-in/shares.ts';
import { authRoutes } from './sign-in/sign-in.routes.ts';

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
  recogniseBrowsers(app, dependencies);
  checkInput(app);
  answerErrors(app);
  answerUnknownAddresses(app);
  app.register(async (api: App) => {
    refuseUnknownAddresses(api);
    await describeApi(api);
    enforcePolicies(api, dependencies, {
      auditImpersonated: (request, isRefused) => auditImpersonatedCall(dependencies, request, isRefused),
      isInScope: (viewer, concern, id) => isInScope(dependencies.db, viewer, concern, id),
    });
    describeIdempotencyKeys(api);
    showOfferWrites(api, dependencies);
    auditAnswers(api, dependencies);
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
    complaintRoutes,
    leakRoutes,
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
    supportRoutes,
    ruleRoutes,
    planRoutes,
    exclusionRoutes,
    objectionRoutes,
  ];
  for (const routes of registrations) routes(api, dependencies);
}
