import { demandQuerySchema, demandSchema } from '@mutual-transfer/domain/matching/demand';
import { createdRequestSchema } from '@mutual-transfer/domain/matching/match';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import {
  type ListQuery,
  listQuerySchema,
  newTransferRequestSchema,
  ownListQuerySchema,
  publicListQuerySchema,
  type RequestList,
  requestListSchema,
  requestMapSchema,
  type TransferRequest,
  transferRequestSchema,
} from '@mutual-transfer/domain/requests/transfer-request';

import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, slow, slowIf, writeInTurn } from '../http/turns.ts';
import { announceNew } from '../matching/announce-matches.ts';
import { bestPairing } from '../matching/best-offers.ts';
import { cachedDemand } from '../matching/demand.ts';
import { areMatches, matchesOf } from '../matching/matches.ts';
import { contactsFor } from '../people/contacts.ts';
import { postRequests } from '../people/own-requests.ts';
import { AppError } from '../platform/errors.ts';
import { counted } from '../platform/limits.ts';
import { anonymous, type SignedIn, type Viewer } from '../platform/sessions.ts';
import { changeRoutes, readinessRoutes, reviewPosted } from './change-requests.routes.ts';
import { markForViewer, searchList } from './lists.ts';
import { ownRequest, presentRequest, setRequestTag } from './present-request.ts';
import { countByDistrict } from './request-map.ts';

import { findListedRequest, findOwnListedRequests, findShownRequest } from './requests.queries.ts';

/** Cost of a demand query in points of the read budget. At most once a minute, it reads all offers of a subject and class level. */
const DEMAND_COST = 3;

export function requestRoutes(app: App, dependencies: Dependencies): void {
  listRoutes(app, dependencies);
  countRoutes(app, dependencies);
  ownRoutes(app, dependencies);
  postingRoutes(app, dependencies);
  changeRoutes(app, dependencies);
  readinessRoutes(app, dependencies);
}

function listRoutes(app: App, dependencies: Dependencies): void {
  const { limits, rulebook, distanceBetween } = dependencies;

  app.get(
    '/api/requests/public',
    {
      config: { policy: 'open', isShared: true },
      schema: {
        summary: 'List active requests, without contact details',
        querystring: publicListQuerySchema,
        response: { 200: requestListSchema },
      },
    },
    slowIf(isSearch, async (request) => {
      const found = await list(request.query, anonymous);
      const page = JSON.stringify(request.query);
      await limits.reserve(request, 'visitorRows', { points: found.requests.length, once: page });
      return found;
    }),
  );

  app.get(
    '/api/requests',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List active requests of all teachers, and all of the caller’s',
        querystring: listQuerySchema,
        response: { 200: requestListSchema },
      },
    },
    slowIf(isSearch, (request) => list(request.query, signedIn(request))),
  );

  async function list(query: ListQuery, viewer: Viewer): Promise<RequestList> {
    const { rows, total, searchedFor, ownOffers } = await searchList(dependencies, query, viewer);
    const contacts = await contactsFor(dependencies, viewer, 'list')(rows);
    const rules = await rulebook.today();
    return {
      requests: rows.map((row) => {
        const request = presentRequest(row, viewer, contacts);
        if (viewer.kind === 'anonymous') return request;
        const isMatch = bestPairing(ownOffers, row.offers ?? [], rules) !== undefined;
        return { ...request, ...markForViewer(viewer, row, { isMatch, distanceBetween }) };
      }),
      pagination: paginationOf(query, total),
      ...contacts.limit,
      ...(searchedFor === undefined ? {} : { searchedFor }),
    };
  }
}

/** Registers the routes of the counts that maps show. */
function countRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/requests/map',
    {
      config: { policy: 'open', isShared: true },
      schema: {
        summary: 'Count the active requests that lead to each district and away from it',
        response: { 200: requestMapSchema },
      },
    },
    inTurn(() => countByDistrict(dependencies.graph)),
  );

  const demandFor = cachedDemand(dependencies);
  app.get(
    '/api/requests/demand',
    {
      config: { policy: 'open', isShared: true, cost: DEMAND_COST },
      schema: {
        summary:
          'Count the teachers of a subject and class level who want to come to each place and to leave it',
        querystring: demandQuerySchema,
        response: { 200: demandSchema },
      },
    },
    slow((request) => demandFor(request.query)),
  );
}

function ownRoutes(app: App, dependencies: Dependencies): void {
  const { db, distanceBetween, rulebook } = dependencies;
  app.get(
    '/api/requests/my',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'List the caller’s requests, newest first',
        querystring: ownListQuerySchema,
        response: { 200: requestListSchema },
      },
    },
    inTurn(async (request) => {
      const viewer = signedIn(request);
      const query = { ...request.query, includeHidden: request.query.includeHidden === 'true' };
      const { rows, total } = await findOwnListedRequests(db, viewer.userId, query);
      return {
        requests: rows.map((row) => presentRequest(row, viewer)),
        pagination: paginationOf(request.query, total),
      };
    }),
  );

  app.get(
    '/api/requests/:id',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Get a request',
        description: "One's own whole, another's as lists show it while it is active.",
        params: byId,
        response: { 200: transferRequestSchema },
      },
    },
    inTurn(async (request) => {
      const viewer = signedIn(request);
      const row = await findShownRequest(db, request.params.id, viewer.userId);
      // A teacher without access may only read own requests. The error is the same whether another teacher's request exists or not.
      if (row?.personId !== viewer.userId && !viewer.hasAccess) throw new AppError('payment_required');
      if (row === undefined) throw new AppError('not_found');
      if (row.personId === viewer.userId) setRequestTag(request, row);
      const contacts = await contactsFor(dependencies, viewer, 'list')([row]);
      const isMatch = await areMatches(db, await rulebook.today(), viewer.userId, row.personId);
      return {
        ...presentRequest(row, viewer, contacts),
        ...markForViewer(viewer, row, { isMatch, distanceBetween }),
      };
    }),
  );
}

function postingRoutes(app: App, dependencies: Dependencies): void {
  const { db, graph, limits, rulebook, distanceBetween, now } = dependencies;
  app.post(
    '/api/requests',
    {
      config: {
        policy: 'access',
        idempotency: 'key',
      },
      schema: {
        summary: 'Post a request',
        body: newTransferRequestSchema,
        response: { 201: createdRequestSchema },
      },
    },
    writeInTurn((request, reply) => {
      const { userId } = signedIn(request);
      const places = 1 + request.body.alsoAcceptable.length;
      return once(request, reply, {
        change: async (commit) => {
          const reserved = limits.reserve(request, 'posting', { subject: userId, points: places });
          const made = await counted(reserved, async () => {
            const status = await reviewPosted(request.body);
            return commit(async (transaction) => {
              const ids = await postRequests(transaction, userId, { input: request.body, status }, now());
              return { status: 201, location: `/api/requests/${ids.id}`, ids };
            });
          });
          for (const id of [made.ids.id, ...made.ids.others]) announceNew(dependencies, id);
          return made;
        },
        answer: ({ id, others }) => posted(request, id, others),
      });
    }),
  );

  /**
   * Returns a request that was just posted, with its matches and the requests for the other places. Leaves out requests that were deleted
   * meanwhile.
   */
  async function posted(request: FastifyRequest, id: string, others: readonly string[]) {
    const viewer = signedIn(request);
    const open = contactsFor(dependencies, viewer, 'match');
    const matches = async () => {
      const rules = await rulebook.today();
      return matchesOf({ db, graph, open, rules, distanceBetween }, id, viewer, languageOf(request));
    };
    const [first, alsoPosted, { pagination: _page, ...matched }] = await Promise.all([
      ownRequest(db, { userId: viewer.userId, id }, request),
      Promise.all(others.map((other) => shown(other, viewer))),
      matches(),
    ]);
    return { data: { request: first, ...matched, alsoPosted: alsoPosted.flatMap((other) => other ?? []) } };
  }

  async function shown(id: string, viewer: SignedIn): Promise<TransferRequest | undefined> {
    const row = await findListedRequest(db, id, viewer.userId);
    return row && presentRequest(row, viewer);
  }
}

/**
 * Returns true for a list of searched words, because unknown words are compared with the whole dictionary, and each costs statements.
 */
function isSearch({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'search' in query && query.search !== undefined;
}
