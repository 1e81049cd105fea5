import { createdRequest } from '@mutual-transfer/domain/match';
import { paginationOf, wholeListQuery } from '@mutual-transfer/domain/pagination';
import { privacyChange } from '@mutual-transfer/domain/privacy';
import { confirmation } from '@mutual-transfer/domain/problem';
import { requestMap } from '@mutual-transfer/domain/request-map';
import {
  changedRequest,
  type ListQuery,
  listQuery,
  newTransferRequest,
  publicListQuery,
  type RequestList,
  requestEdit,
  requestList,
  statusChange,
  transferRequest,
} from '@mutual-transfer/domain/transfer-request';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { languageOf, say } from '../http/answers.ts';
import type { App } from '../http/dependencies.ts';
import { counted } from '../http/limits.ts';
import { isRead, signedIn } from '../http/policy.ts';
import { anonymous, type Viewer } from '../http/viewer.ts';
import { matchesOf } from '../matches/matches.ts';
import type { OfferDependencies } from '../offers/dependencies.ts';
import { findOffer } from '../offers/find-offers.ts';
import { contactsFor } from '../privacy/open-contacts.ts';
import { announceNew } from '../rings/announce.ts';
import { cacheCounts } from './count-cache.ts';
import { presentRequest } from './present-request.ts';
import { cachedRequestMap } from './request-map.ts';
import { addCounts, findPage, findRequest, findRequestsOf, findShownRequest } from './requests.queries.ts';
import {
  changePrivacy,
  changeStatus,
  deleteRequest,
  editRequest,
  postRequest,
  renew,
} from './requests.service.ts';

const byId = z.strictObject({ id: z.uuid() });

export function requestRoutes(app: App, dependencies: OfferDependencies): void {
  listRoutes(app, dependencies);
  ownRoutes(app, dependencies);
  changeRoutes(app, dependencies);
  stepRoutes(app, dependencies);
}

function listRoutes(app: App, dependencies: OfferDependencies): void {
  const { db: primary, reads, limits, now } = dependencies;
  const countedMap = cachedRequestMap(reads, now);
  const counts = cacheCounts(primary, now);

  app.addHook('onSend', async (request) => {
    if (!isRead(request)) counts.forget();
  });

  app.get(
    '/api/requests/public',
    {
      config: { policy: 'open', isShared: true },
      schema: {
        summary: 'Active requests, without contact details',
        querystring: publicListQuery,
        response: { 200: requestList },
      },
    },
    async (request) => {
      const found = await list(request.query, anonymous);
      const page = JSON.stringify(request.query);
      await limits.visitorRows({ address: request.ip, page, rows: found.requests.length });
      return found;
    },
  );

  app.get(
    '/api/requests/map',
    {
      config: { policy: 'open', isShared: true },
      schema: {
        summary: 'How many active requests lead to each district, and away from it',
        response: { 200: requestMap },
      },
    },
    () => countedMap(),
  );

  app.get(
    '/api/requests',
    {
      config: { policy: 'access' },
      schema: {
        summary: "Active requests of everybody, and all of one's own",
        querystring: listQuery,
        response: { 200: requestList },
      },
    },
    (request) => list(request.query, signedIn(request)),
  );

  async function list(query: ListQuery, viewer: Viewer): Promise<RequestList> {
    const { page, limit } = query;
    const ownerId = viewer.kind === 'signed-in' ? viewer.userId : undefined;
    const { count, rows } = await reads.ask(viewer, async (db) => {
      const listed = await counts.count(db, query, viewer);
      const found = await findPage(db, query, { ownerId }, listed);
      return { count: addCounts(listed, found.unlisted), rows: found.rows };
    });
    const contacts = await contactsFor(dependencies, viewer, 'list')(rows);
    const { contactOpensAt } = contacts;
    return {
      requests: rows.map((row) => presentRequest(row, viewer, contacts)),
      pagination: paginationOf({ page, limit }, count.total, count.totalIsExact),
      ...(contactOpensAt === undefined ? {} : { contactOpensAt }),
    };
  }
}

function ownRoutes(app: App, dependencies: OfferDependencies): void {
  const { config, db, graph, background, limits, now } = dependencies;
  app.get(
    '/api/requests/my',
    {
      config: { policy: 'session' },
      schema: {
        summary: "One's own requests, newest first",
        querystring: wholeListQuery,
        response: { 200: requestList },
      },
    },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { rows, total } = await findRequestsOf(db, viewer.userId, request.query);
      // What a reader of these asks next, so that a page can prefetch it without knowing what stands in them (RFC 8288).
      const active = rows.filter(({ status }) => status === 'active');
      const related = active.map(({ id }) => `</api/requests/${id}/matches>; rel="related"`);
      if (related.length > 0) reply.header('link', related.join(', '));
      return {
        requests: rows.map((row) => presentRequest(row, viewer)),
        pagination: paginationOf(request.query, total),
      };
    },
  );

  app.get(
    '/api/requests/:id',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'One request',
        description: "One's own whole, another's as lists show it while it is active.",
        params: byId,
        response: { 200: transferRequest },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const row = await findShownRequest(db, request.params.id, viewer.userId);
      // Without access a teacher reads their own requests, and is not told which others there are.
      if (row?.personId !== viewer.userId && !viewer.hasAccess) throw new AppError('payment_required');
      if (row === undefined) throw new AppError('not_found');
      return presentRequest(row, viewer, await contactsFor(dependencies, viewer, 'list')([row]));
    },
  );

  app.post(
    '/api/requests',
    {
      config: { policy: 'access' },
      schema: { summary: 'Post a request', body: newTransferRequest, response: { 201: createdRequest } },
    },
    async (request, reply) => {
      const viewer = signedIn(request);
      const open = contactsFor(dependencies, viewer, 'match');
      const id = await counted(limits.posting(viewer.userId), () =>
        postRequest(db, viewer.userId, request.body, now()),
      );
      background(() => announceNew({ db, graph, config, now }, id));
      const [row, found] = await Promise.all([
        findRequest(db, id, viewer.userId),
        findOffer(db, id).then((offer) => matchesOf({ db, open }, offer, viewer, languageOf(request))),
      ]);
      if (row === undefined) throw new AppError('not_found');
      const { pagination: _page, ...matched } = found;
      return reply
        .code(201)
        .header('location', `/api/requests/${id}`)
        .send({ data: { request: presentRequest(row, viewer), ...matched } });
    },
  );
}

function changeRoutes(app: App, { config, db, graph, background, limits, now }: OfferDependencies): void {
  app.patch(
    '/api/requests/:id',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'Change what an active request says',
        params: byId,
        body: requestEdit,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const own = ownOf(request);
      await counted(limits.posting(own.userId), () => editRequest(db, own, request.body));
      background(() => announceNew({ db, graph, config, now }, own.id));
      return changed(db, own, request);
    },
  );

  app.put(
    '/api/requests/:id/privacy',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Change what a request hides',
        params: byId,
        body: privacyChange,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const own = ownOf(request);
      await changePrivacy(db, own, request.body.privacySettings);
      return changed(db, own, request);
    },
  );
}

function stepRoutes(
  app: App,
  { config, db, graph, background, endings, limits, now }: OfferDependencies,
): void {
  app.patch(
    '/api/requests/:id/status',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Say how it goes: agreed, fell through, moved, no longer looking, looking again',
        params: byId,
        body: statusChange,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const own = ownOf(request);
      // Without access a teacher closes requests and opens none.
      if (request.body.status === 'active' && !signedIn(request).hasAccess)
        throw new AppError('payment_required');
      const isOpened = request.body.status === 'active';
      const change = () => changeStatus({ db, endings }, own, request.body, now());
      await (isOpened ? counted(limits.posting(own.userId), change) : change());
      if (request.body.status === 'active') background(() => announceNew({ db, graph, config, now }, own.id));
      return changed(db, own, request);
    },
  );

  app.post(
    '/api/requests/:id/renewal',
    {
      config: { policy: 'access' },
      schema: { summary: 'Start the 180 days anew', params: byId, response: { 200: changedRequest } },
    },
    async (request) => {
      const own = ownOf(request);
      await counted(limits.posting(own.userId), () => renew(db, own, now()));
      background(() => announceNew({ db, graph, config, now }, own.id));
      return changed(db, own, request);
    },
  );

  app.delete(
    '/api/requests/:id',
    {
      config: { policy: 'session' },
      schema: { summary: 'Remove a request for good', params: byId, response: { 200: confirmation } },
    },
    async (request) => {
      await deleteRequest({ db, endings }, ownOf(request), now());
      return { message: say(request, 'done.requestDeleted') };
    },
  );
}

/** One's own request after a change. */
async function changed(db: Kysely<Database>, own: { userId: string; id: string }, request: FastifyRequest) {
  const row = await findRequest(db, own.id, own.userId);
  if (row === undefined) throw new AppError('not_found');
  return { data: { request: presentRequest(row, signedIn(request)) } };
}

function ownOf(request: FastifyRequest<{ Params: { id: string } }>): { userId: string; id: string } {
  return { userId: signedIn(request).userId, id: request.params.id };
}
