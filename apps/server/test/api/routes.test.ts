/** This file is long because its matrix has a line for each route. */
import type { Problem } from '@mutual-transfer/domain/problem';
import Fastify from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/dependencies.ts';
import { enforcePolicies } from '../../src/http/policy.ts';
import { type Belongings, callers, createCast } from '../testing/cast.ts';
import { goodCall } from '../testing/good-calls.ts';
import { type Route, withRoutes } from '../testing/routes.ts';
import { tableContents } from '../testing/table-contents.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let routes: Route[];

beforeAll(async () => {
  ({ started: test, routes } = await withRoutes(() => startTestApp()));
});
afterAll(() => test.close());

const nameOf = ({ method, url }: Route) => `${method} ${url}`;
const called = () =>
  routes
    .filter(({ method }) => method !== 'HEAD')
    .map(nameOf)
    .toSorted();

/**
 * Status of a valid call of each route about the owner’s data, for each caller in the order of `callers`. 401: no valid session; 402: not
 * paid; 403: not permitted; 404: data of another teacher; 400 and 409: rules of the route.
 */
//                                          none   ended  inact. unpaid strang owner  admin  impers.
const matrix = `
DELETE /api/admin/administrators/:id        401    401    401    403    403    403    404    403
DELETE /api/admin/agreements/:id/steps/last 401    401    401    403    403    403    409    403
DELETE /api/admin/announcements/:id         401    401    401    403    403    403    404    403
DELETE /api/admin/exclusions/:id            401    401    401    403    403    403    409    403
DELETE /api/admin/impersonate               401    401    401    403    403    403    204    403
DELETE /api/admin/plans/:id                 401    401    401    403    403    403    404    403
DELETE /api/admin/rounds/:id                401    401    401    403    403    403    404    403
DELETE /api/admin/seasons/:id               401    401    401    403    403    403    404    403
DELETE /api/admin/users/:id/verification    401    401    401    403    403    403    200    403
DELETE /api/auth/account                    401    401    401    200    200    200    409    403
DELETE /api/auth/factors                    401    401    401    403    403    403    200    403
DELETE /api/blocks/:id                      401    401    401    200    200    404    200    403
DELETE /api/notices/devices                 401    401    401    200    200    200    200    403
DELETE /api/requests/:id                    401    401    401    404    404    200    404    403
DELETE /api/seasons/:id/consent             401    401    401    402    404    404    404    403
GET /api/admin/administrators               401    401    401    403    403    403    200    403
GET /api/admin/agreements                   401    401    401    403    403    403    200    403
GET /api/admin/agreements.csv               401    401    401    403    403    403    200    403
GET /api/admin/agreements/:id               401    401    401    403    403    403    200    403
GET /api/admin/agreements/:id/paper.pdf     401    401    401    403    403    403    200    403
GET /api/admin/agreements/papers.zip        401    401    401    403    403    403    200    403
GET /api/admin/announcements                401    401    401    403    403    403    200    403
GET /api/admin/audit                        401    401    401    403    403    403    200    403
GET /api/admin/audit.csv                    401    401    401    403    403    403    200    403
GET /api/admin/consents                     401    401    401    403    403    403    200    403
GET /api/admin/consents.csv                 401    401    401    403    403    403    200    403
GET /api/admin/contact-patterns             401    401    401    403    403    403    200    403
GET /api/admin/contact-patterns.csv         401    401    401    403    403    403    200    403
GET /api/admin/desk                         401    401    401    403    403    403    200    403
GET /api/admin/exclusions                   401    401    401    403    403    403    200    403
GET /api/admin/growth                       401    401    401    403    403    403    200    403
GET /api/admin/growth.csv                   401    401    401    403    403    403    200    403
GET /api/admin/held-texts                   401    401    401    403    403    403    200    403
GET /api/admin/held-texts.csv               401    401    401    403    403    403    200    403
GET /api/admin/leaks                        401    401    401    403    403    403    200    403
GET /api/admin/matches                      401    401    401    403    403    403    200    403
GET /api/admin/objections                   401    401    401    403    403    403    200    403
GET /api/admin/objections.csv               401    401    401    403    403    403    200    403
GET /api/admin/paid-users                   401    401    401    403    403    403    200    403
GET /api/admin/payments.csv                 401    401    401    403    403    403    200    403
GET /api/admin/payments/unexplained         401    401    401    403    403    403    200    403
GET /api/admin/plans                        401    401    401    403    403    403    200    403
GET /api/admin/plans/:id                    401    401    401    403    403    403    404    403
GET /api/admin/plans/:id/rings.csv          401    401    401    403    403    403    404    403
GET /api/admin/refund-rule                  401    401    401    403    403    403    200    403
GET /api/admin/reports                      401    401    401    403    403    403    200    403
GET /api/admin/reports.csv                  401    401    401    403    403    403    200    403
GET /api/admin/rounds                       401    401    401    403    403    403    200    403
GET /api/admin/rounds/:id                   401    401    401    403    403    403    404    403
GET /api/admin/rules                        401    401    401    403    403    403    200    403
GET /api/admin/rules/trials/:id             401    401    401    403    403    403    404    403
GET /api/admin/season                       401    401    401    403    403    403    200    403
GET /api/admin/seasons                      401    401    401    403    403    403    200    403
GET /api/admin/seasons/:id                  401    401    401    403    403    403    404    403
GET /api/admin/seasons/:id/results          401    401    401    403    403    403    404    403
GET /api/admin/stats                        401    401    401    403    403    403    200    403
GET /api/admin/undelivered                  401    401    401    403    403    403    200    403
GET /api/admin/undelivered.csv              401    401    401    403    403    403    200    403
GET /api/admin/users                        401    401    401    403    403    403    200    403
GET /api/admin/users.csv                    401    401    401    403    403    403    200    403
GET /api/admin/users/:id                    401    401    401    403    403    403    200    403
GET /api/admin/users/:id/endings            401    401    401    403    403    403    200    403
GET /api/admin/users/:id/looks              401    401    401    403    403    403    200    403
GET /api/admin/waiting                      401    401    401    403    403    403    200    403
GET /api/agreements                         401    401    401    402    200    200    200    200
GET /api/agreements/:id                     401    401    401    402    404    200    404    200
GET /api/agreements/:id/application.pdf     401    401    401    402    404    200    404    200
GET /api/agreements/:id/deadlines.ics       401    401    401    402    404    200    404    200
GET /api/agreements/:id/group.csv           401    401    401    402    404    200    404    200
GET /api/agreements/:id/messages            401    401    401    402    404    200    404    200
GET /api/agreements/:id/repairs             401    401    401    402    404    200    404    200
GET /api/alerts                             401    401    401    402    200    200    200    200
GET /api/alerts/sent                        401    401    401    402    200    200    200    200
GET /api/alerts/unread                      401    401    401    402    200    200    200    200
GET /api/announcements                      401    401    401    200    200    200    200    200
GET /api/auth/captcha                       200    200    200    200    200    200    200    200
GET /api/auth/contact-views                 401    401    401    200    200    200    200    403
GET /api/auth/export                        401    401    401    200    200    200    200    403
GET /api/auth/phone-codes/:id               404    404    404    404    404    404    404    404
GET /api/auth/profile                       401    401    401    200    200    200    200    200
GET /api/auth/proof                         200    200    200    200    200    200    200    200
GET /api/blocks                             401    401    401    200    200    200    200    403
GET /api/dashboard                          401    401    401    402    200    200    403    200
GET /api/docs                               200    200    200    200    200    200    200    200
GET /api/docs/json                          200    200    200    200    200    200    200    200
GET /api/docs/static/*                      404    404    404    404    404    404    404    404
GET /api/docs/static/index.html             302    302    302    302    302    302    302    302
GET /api/docs/static/swagger-initializer.js 200    200    200    200    200    200    200    200
GET /api/docs/yaml                          200    200    200    200    200    200    200    200
GET /api/health                             200    200    200    200    200    200    200    200
GET /api/matches                            401    401    401    402    200    200    200    200
GET /api/me                                 401    401    401    200    200    200    200    200
GET /api/notices/settings                   401    401    401    200    200    200    200    200
GET /api/notices/stop                       303    303    303    303    303    303    303    303
GET /api/openapi.json                       200    200    200    200    200    200    200    200
GET /api/orders/:code                       200    200    200    200    200    200    200    200
GET /api/payment/receipt                    401    401    401    404    404    404    404    404
GET /api/payment/settings                   200    200    200    200    200    200    200    200
GET /api/payment/status                     401    401    401    200    200    200    200    200
GET /api/plan                               200    200    200    200    200    200    200    200
GET /api/ready                              200    200    200    200    200    200    200    200
GET /api/reference                          200    200    200    200    200    200    200    200
GET /api/requests                           401    401    401    402    200    200    200    200
GET /api/requests/:id                       401    401    401    402    200    200    200    200
GET /api/requests/:id/advice                401    401    401    402    404    200    404    200
GET /api/requests/:id/matches               401    401    401    402    404    200    404    200
GET /api/requests/:id/reach                 401    401    401    402    404    200    404    200
GET /api/requests/:id/rings                 401    401    401    402    404    200    404    200
GET /api/requests/demand                    200    200    200    200    200    200    200    200
GET /api/requests/map                       200    200    200    200    200    200    200    200
GET /api/requests/my                        401    401    401    200    200    200    200    200
GET /api/requests/prospects                 200    200    200    200    200    200    200    200
GET /api/requests/public                    200    200    200    200    200    200    200    200
GET /api/rules                              200    200    200    200    200    200    200    200
GET /api/seasons/:id/my-result              401    401    401    402    404    404    404    404
GET /api/seasons/:id/results                404    404    404    404    404    404    404    404
GET /api/seasons/current                    200    200    200    200    200    200    200    200
GET /api/shares/:language/:code             200    200    200    200    200    200    200    200
GET /api/shares/:language/:code/card.png    200    200    200    200    200    200    200    200
GET /api/support                            200    200    200    200    200    200    200    200
PATCH /api/admin/administrators/:id         401    401    401    403    403    403    404    403
PATCH /api/admin/seasons/:id                401    401    401    403    403    403    404    403
PATCH /api/alerts/:id/hidden                401    401    401    402    404    200    404    403
PATCH /api/alerts/:id/read                  401    401    401    402    404    200    404    403
PATCH /api/requests/:id                     401    401    401    402    404    200    404    403
PATCH /api/requests/:id/hidden              401    401    401    404    404    200    404    403
PATCH /api/requests/:id/status              401    401    401    404    404    200    404    403
POST /api/admin/administrators              401    401    401    403    403    403    201    403
POST /api/admin/agreements/:id/deadline     401    401    401    403    403    403    200    403
POST /api/admin/agreements/:id/end          401    401    401    403    403    403    200    403
POST /api/admin/agreements/:id/joining      401    401    401    403    403    403    200    403
POST /api/admin/agreements/:id/order        401    401    401    403    403    403    200    403
POST /api/admin/agreements/:id/scrutiny     401    401    401    403    403    403    409    403
POST /api/admin/alerts/:id/removal          401    401    401    403    403    403    200    403
POST /api/admin/announcements               401    401    401    403    403    403    201    403
POST /api/admin/announcements/preview       401    401    401    403    403    403    200    403
POST /api/admin/exclusions                  401    401    401    403    403    403    409    403
POST /api/admin/exclusions/import           401    401    401    403    403    403    409    403
POST /api/admin/held-texts/:id/refusal      401    401    401    403    403    403    404    403
POST /api/admin/held-texts/:id/release      401    401    401    403    403    403    404    403
POST /api/admin/impersonate/:id             401    401    401    403    403    403    200    403
POST /api/admin/joinings                    401    401    401    403    403    403    200    403
POST /api/admin/leaks                       401    401    401    403    403    403    201    403
POST /api/admin/leaks/preview               401    401    401    403    403    403    200    403
POST /api/admin/objections/:id/reply        401    401    401    403    403    403    404    403
POST /api/admin/orders                      401    401    401    403    403    403    200    403
POST /api/admin/orders/document             401    401    401    403    403    403    200    403
POST /api/admin/payments/:id/refund         401    401    401    403    403    403    409    403
POST /api/admin/payments/:id/settlement     401    401    401    403    403    403    404    403
POST /api/admin/plans                       401    401    401    403    403    403    400    403
POST /api/admin/reports/:id/decision        401    401    401    403    403    403    404    403
POST /api/admin/requests/:id/removal        401    401    401    403    403    403    200    403
POST /api/admin/rounds                      401    401    401    403    403    403    201    403
POST /api/admin/rules                       401    401    401    403    403    403    201    403
POST /api/admin/rules/trials                401    401    401    403    403    403    202    403
POST /api/admin/seasons                     401    401    401    403    403    403    201    403
POST /api/admin/undelivered/:id/retry       401    401    401    403    403    403    404    403
POST /api/admin/verifications               401    401    401    403    403    403    200    403
POST /api/agreements                        401    401    401    402    404    409    404    403
POST /api/agreements/:id/answer             401    401    401    402    404    200    404    403
POST /api/agreements/:id/leave              401    401    401    402    404    200    404    403
POST /api/agreements/:id/messages           401    401    401    402    404    201    404    403
POST /api/agreements/:id/steps              401    401    401    402    404    409    404    403
POST /api/alerts/:id                        401    401    401    402    403    404    403    403
POST /api/auth/factor                       401    401    401    401    401    401    401    403
POST /api/auth/factors                      401    401    401    403    403    403    200    403
POST /api/auth/login                        200    200    200    200    200    200    200    403
POST /api/auth/logout                       401    401    401    204    204    204    204    403
POST /api/auth/password-codes               202    202    202    202    202    202    202    403
POST /api/auth/password-links               404    404    404    404    404    404    404    403
POST /api/auth/phone-codes                  202    202    202    202    202    202    202    403
POST /api/auth/phone-verification           401    401    401    202    202    202    202    403
POST /api/auth/proof                        400    400    400    400    400    400    400    403
POST /api/auth/register                     201    201    201    201    201    201    201    403
POST /api/complaints                        201    201    201    201    201    201    201    403
POST /api/complaints/own                    401    401    401    201    201    201    201    403
POST /api/mail/bounces                      400    400    400    400    400    400    400    403
POST /api/notices/devices                   401    401    401    404    404    404    404    403
POST /api/notices/email-confirmation        404    404    404    404    404    404    404    403
POST /api/notices/email-link                401    401    401    404    404    404    404    403
POST /api/notices/stop                      404    404    404    404    404    404    404    403
POST /api/payment/create-order              401    401    401    200    409    409    409    403
POST /api/payment/sandbox/pay               401    401    401    404    404    400    404    403
POST /api/payment/verify                    401    401    401    404    404    400    404    403
POST /api/payment/webhook                   400    400    400    400    400    400    400    403
POST /api/reports                           401    401    401    201    201    404    201    403
POST /api/requests                          401    401    401    402    201    201    403    403
POST /api/requests/:id/invitations          401    401    401    402    404    403    404    403
POST /api/requests/:id/renewal              401    401    401    402    404    200    404    403
POST /api/requests/renewals                 404    404    404    404    404    404    404    403
POST /api/seasons/:id/consent               401    401    401    402    404    404    403    403
POST /api/shares/visits                     200    200    200    200    200    200    200    403
POST /api/sms/reports                       400    400    400    400    400    400    400    403
PUT /api/admin/password                     401    401    401    403    403    403    200    403
PUT /api/admin/refund-rule                  401    401    401    403    403    403    200    403
PUT /api/admin/support                      401    401    401    403    403    403    200    403
PUT /api/admin/users/:id                    401    401    401    403    403    403    200    403
PUT /api/admin/users/:id/password           401    401    401    403    403    403    200    403
PUT /api/admin/users/:id/toggle-status      401    401    401    403    403    403    200    403
PUT /api/admin/users/:id/verification       401    401    401    403    403    403    200    403
PUT /api/auth/consent                       401    401    401    204    204    204    204    403
PUT /api/auth/password                      401    401    401    200    200    200    200    403
PUT /api/auth/password-codes                400    400    400    400    400    400    400    403
PUT /api/auth/password-links                404    404    404    404    404    404    404    403
PUT /api/auth/phone-verification            401    401    401    400    400    400    400    403
PUT /api/auth/privacy                       401    401    401    200    200    200    200    403
PUT /api/auth/profile                       401    401    401    200    200    200    200    403
PUT /api/blocks/:id                         401    401    401    200    200    404    200    403
PUT /api/notices/settings                   401    401    401    200    200    200    200    403
PUT /api/payment/settings                   401    401    401    403    403    403    200    403
PUT /api/requests/:id/privacy               401    401    401    404    404    200    404    403
PUT /api/requests/:id/rank                  401    401    401    404    404    200    404    403
PUT /api/requests/:id/readiness             401    401    401    402    404    200    404    403
`;

describe('every route', () => {
  it('responds to each kind of caller as the matrix states', async () => {
    const lines = [];
    let cast = await createCast(test);
    for (const route of called()) {
      const statuses = [];
      for (const caller of callers) {
        const response = await test.call({ ...goodCall(route, cast), token: cast.tokens[caller] });
        statuses.push(response.statusCode);
        if (!route.startsWith('GET') && response.statusCode < 300) cast = await createCast(test);
      }
      lines.push(`${route.padEnd(44)}${statuses.map((status) => String(status).padEnd(7)).join('')}`.trim());
    }
    expect(lines.join('\n')).toBe(matrix.trim());
  });

  it('answers HEAD under the policy of GET', () => {
    const policies = (wanted: string) =>
      routes
        .filter(({ method, url }) => method === wanted && !url.startsWith('/api/docs'))
        .map(({ url, config }) => `${url} ${config.policy}`);
    expect(policies('HEAD').toSorted()).toEqual(policies('GET').toSorted());
    expect(policies('GET').length).toBeGreaterThan(20);
  });

  it('declares who may call it: the app does not start with a route that does not', async () => {
    const app: App = Fastify();
    enforcePolicies(app, {} as never, {} as never);
    const route = () => ({});
    expect(() => app.get('/declared', { config: { policy: 'open' } }, route)).not.toThrow();
    expect(() => app.get('/forgotten', route)).toThrow('/forgotten declares no policy');
    await app.close();
  });
});

describe('data of another teacher', () => {
  /**
   * Returns the routes that only members may call and that concern data of one teacher. Excluded are lists, which show active requests, and
   * blocks, which every teacher may create and delete.
   */
  const ofMembers = () =>
    called()
      .filter(
        (route) =>
          !route.includes('/admin/') && route !== 'GET /api/requests/:id' && !route.includes(' /api/blocks/'),
      )
      .filter((route) => route.includes(':id') || takesOrder(route));
  const takesOrder = (route: string) => /payment\/(verify|sandbox)/.test(route);

  /** Returns the expected status. A recipient of an alert is 403 instead of 404, because lists show the teacher anyway. */
  const refusalOf = (route: string, id: string, { userId }: Belongings) =>
    route === 'POST /api/alerts/:id' && id === userId ? 403 : 404;

  it('is 404 for every id on every route that takes one, and nothing changes', async () => {
    const cast = await createCast(test);
    const { belongings, tokens } = cast;
    const before = await tableContents(test);
    for (const route of ofMembers()) {
      for (const id of Object.values(belongings)) {
        const { statusCode } = await test.call({
          ...goodCall(route, cast, id),
          token: tokens.stranger,
        });
        expect(statusCode, `${route} ${id}`).toBe(refusalOf(route, id, belongings));
      }
    }
    expect(await tableContents(test)).toEqual(before);
    expect(ofMembers().length).toBeGreaterThan(10);
  });

  it('is 404 with the same text as an id that never existed', async () => {
    const cast = await createCast(test);
    const words = async (route: string, id: string | undefined) => {
      const response = await test.call({ ...goodCall(route, cast, id), token: cast.tokens.stranger });
      const { requestId: _requestId, ...problem } = response.json<Problem>();
      return problem;
    };
    for (const route of ofMembers().filter((one) => one !== 'POST /api/alerts/:id')) {
      expect(await words(route, undefined), route).toEqual(await words(route, newId()));
    }
  });
});
